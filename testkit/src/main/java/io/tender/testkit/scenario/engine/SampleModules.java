package io.tender.testkit.scenario.engine;

import io.tender.core.allocator.HierarchicalAllocator;
import io.tender.core.sorter.SorterKind;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorFactory;
import io.tender.spi.AllocatorHost;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;

/** Modules, good and bad, that scenarios about creation can register. */
public final class SampleModules {

    /** Every module a scenario can register. */
    public static final List<String> NAMES =
            List.of("GoodModule", "TwinOfGoodModule", "NullModule", "ThrowingModule", "WrongKind");

    private SampleModules() {}

    /** The class to be named in a service file. */
    static String className(String module) {
        return switch (module) {
            case "GoodModule" -> GoodModule.class.getName();
            case "TwinOfGoodModule" -> TwinOfGoodModule.class.getName();
            case "NullModule" -> NullModule.class.getName();
            case "ThrowingModule" -> ThrowingModule.class.getName();
            case "WrongKind" -> WrongKind.class.getName();
            default ->
                throw new IllegalArgumentException("unknown sample module '" + module + "', expected one of " + NAMES);
        };
    }

    /** Works. */
    public static final class GoodModule implements AllocatorFactory {
        @Override
        public String name() {
            return "GoodModule";
        }

        @Override
        public Allocator create(AllocatorHost host, Map<String, String> parameters) {
            return new HierarchicalAllocator(host, SorterKind.DRF, SorterKind.DRF);
        }
    }

    /** Has the name of another one. */
    public static final class TwinOfGoodModule implements AllocatorFactory {
        @Override
        public String name() {
            return "GoodModule";
        }

        @Override
        public Allocator create(AllocatorHost host, Map<String, String> parameters) {
            return new HierarchicalAllocator(host, SorterKind.DRF, SorterKind.DRF);
        }
    }

    /** Breaks its contract: makes nothing. */
    @NullUnmarked
    public static final class NullModule implements AllocatorFactory {
        @Override
        public String name() {
            return "NullModule";
        }

        @Override
        public Allocator create(AllocatorHost host, Map<String, String> parameters) {
            return null;
        }
    }

    /** Refuses whatever it is given. */
    public static final class ThrowingModule implements AllocatorFactory {
        @Override
        public String name() {
            return "ThrowingModule";
        }

        @Override
        public Allocator create(AllocatorHost host, Map<String, String> parameters) {
            throw new IllegalArgumentException("this module never works");
        }
    }

    /** Is no allocator factory at all, though a service file says so. */
    public static final class WrongKind {}
}
