package io.tender.daemon.master;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.ValueInstantiator;
import tools.jackson.databind.deser.ValueInstantiators;
import tools.jackson.databind.deser.bean.PropertyValueBuffer;
import tools.jackson.databind.introspect.AnnotatedConstructor;
import tools.jackson.databind.module.SimpleModule;

/**
 * Makes records by a handle that is prepared once. Jackson prepares one for every object, which was the largest part of reading a
 * journal.
 */
final class RecordForm {
    private RecordForm() {}

    /** A module that does so for all records. */
    static SimpleModule module() {
        return new SimpleModule("records") {
            @Override
            public void setupModule(SetupContext context) {
                super.setupModule(context);
                context.addValueInstantiators(new Prepared());
            }
        };
    }

    private static final class Prepared implements ValueInstantiators {
        @Override
        public @Nullable ValueInstantiator findValueInstantiator(
                DeserializationConfig config, BeanDescription.Supplier description) {
            return null; // whatever is usual
        }

        @Override
        public ValueInstantiator modifyValueInstantiator(
                DeserializationConfig config, BeanDescription.Supplier description, ValueInstantiator usual) {
            return description.getBeanClass().isRecord()
                            && usual.getWithArgsCreator() instanceof AnnotatedConstructor constructor
                    ? new Making(usual, spreading(constructor.getAnnotated()))
                    : usual;
        }

        private static MethodHandle spreading(Constructor<?> constructor) {
            try {
                constructor.setAccessible(true);
                return MethodHandles.lookup()
                        .unreflectConstructor(constructor)
                        .asFixedArity()
                        .asSpreader(Object[].class, constructor.getParameterCount())
                        .asType(MethodType.methodType(Object.class, Object[].class));
            } catch (IllegalAccessException shut) {
                throw new IllegalStateException(constructor + " cannot be called", shut);
            }
        }
    }

    private static final class Making extends ValueInstantiator.Delegating {
        private final transient MethodHandle constructor;

        Making(ValueInstantiator usual, MethodHandle constructor) {
            super(usual);
            this.constructor = constructor;
        }

        @Override
        public ValueInstantiator createContextual(
                DeserializationContext context, BeanDescription.Supplier description) {
            ValueInstantiator usual = delegate().createContextual(context, description);
            return usual.equals(delegate()) ? this : new Making(usual, constructor);
        }

        @Override
        public Object createFromObjectWith(
                DeserializationContext context, SettableBeanProperty[] properties, PropertyValueBuffer values) {
            return createFromObjectWith(context, values.getParameters(context, properties));
        }

        @Override
        public Object createFromObjectWith(DeserializationContext context, Object[] parts) {
            try {
                return constructor.invokeExact(parts);
            } catch (Error broken) {
                throw broken;
            } catch (Throwable refused) {
                throw context.instantiationException(getValueClass(), refused);
            }
        }
    }
}
