package io.tender.extender.compare;

/** What a request asks, in which dialect, about whom. */
public record AskedQuestion(Dialect dialect, QuestionKind kind, Subject subject) {}
