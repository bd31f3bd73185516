package io.tender.testkit.scenario.step;

/** What can happen in a scenario. */
public sealed interface Command
        permits AgentCommand,
                FrameworkCommand,
                OfferCommand,
                OperatorCommand,
                MasterCommand,
                ClockCommand,
                SorterCommand,
                SorterServiceCommand,
                RoleTreeCommand,
                ResourceCommand,
                ConstraintCommand,
                CreationCommand,
                ServiceCommand,
                BatchCommand {}
