package io.tender.daemon.http.work;

import io.tender.daemon.settings.Reload;
import io.tender.daemon.settings.Reloaded;
import io.tender.daemon.settings.SettingChange;
import io.tender.daemon.settings.SettingsException;
import io.tender.extender.http.HttpProblem;
import io.tender.model.BrokenRule;
import io.tender.model.FailureWords;
import io.tender.runtime.UnknownModule;
import io.tender.runtime.batch.ConfException;
import io.tender.runtime.yaml.YamlProblem;
import java.io.IOException;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Has the settings read again, always from where the daemon was started with: nobody who calls can name another file. */
final class Reloads {
    private static final JsonMapper JSON = new JsonMapper();

    private final Reload reload;

    Reloads(Reload reload) {
        this.reload = reload;
    }

    List<Route> routes() {
        return List.of(Route.post("/v1/config/reload", question -> answer()));
    }

    private Reply answer() {
        try {
            return Reply.json(describe(reload.reload()));
        } catch (SettingsException wrong) {
            return mistakes(String.valueOf(wrong.getMessage()), wrong.problems());
        } catch (ConfException wrong) {
            return mistakes(String.valueOf(wrong.getMessage()), wrong.problems());
        } catch (UnknownModule missing) {
            throw HttpProblem.of(409, String.valueOf(missing.getMessage()));
        } catch (IOException unreadable) {
            throw HttpProblem.of(
                    409,
                    BrokenRule.of(
                            "The settings cannot be read, and stay as they are.",
                            FailureWords.of(unreadable),
                            "the file that the daemon was started with, and that it may read",
                            "put that right, or start the daemon with 'tender serve -c FILE'"));
        }
    }

    private static ObjectNode describe(Reloaded reloaded) {
        ObjectNode answer = JSON.createObjectNode();
        answer.put("outcome", reloaded.changes().isEmpty() ? "unchanged" : "reloaded");
        answer.put("file", reloaded.from());
        ArrayNode changes = answer.putArray("changes");
        for (SettingChange change : reloaded.changes()) {
            ObjectNode one = changes.addObject();
            one.put("setting", change.setting());
            one.put("effect", change.isInForce() ? "now" : "restart");
            if (!change.isInForce()) {
                one.put("why", change.waits());
            }
        }
        ArrayNode notices = answer.putArray("notices");
        reloaded.notices().forEach(notices::add);
        return answer;
    }

    private static Reply mistakes(String message, List<YamlProblem> problems) {
        ObjectNode answer = JSON.createObjectNode();
        answer.put("status", 409);
        answer.put("error", message + "\n\nThe settings stay as they are.");
        Mistakes.add(answer.putArray("problems"), problems);
        return Reply.json(409, answer);
    }
}
