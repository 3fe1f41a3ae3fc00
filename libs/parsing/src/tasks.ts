import { type Outcome, outcomeOf, resultOf } from './outcomes.ts'

/**
 * A module of pure functions on texts, by name: what goes in and out is data, and a refusal is a DocumentError. One that
 * answers a promise loads its libraries when it is first called.
 */
export type Tasks = Readonly<Record<string, (...args: never[]) => unknown>>
export type TaskOf<All extends Tasks, Name extends keyof All> = All[Name] extends (...args: infer Args) => infer Value
  ? { args: Args; value: Awaited<Value> }
  : never

/** Does tasks for one caller; long texts away from the thread that serves requests. */
export interface Parser<All extends Tasks> {
  /** Throws what the task refuses, and DocumentError (too-complex) where it takes too long or too much memory. */
  run<Name extends keyof All & string>(
    name: Name,
    ...args: TaskOf<All, Name>['args']
  ): Promise<TaskOf<All, Name>['value']>
  /** Does a task on several texts, in order. Where one is refused, the others still have their outcomes. */
  runEach<Name extends keyof All & string>(
    name: Name,
    list: readonly TaskOf<All, Name>['args'][],
  ): Promise<Outcome<TaskOf<All, Name>['value']>[]>
}

/** Does a task here and now. */
export function perform<All extends Tasks, Name extends keyof All & string>(
  tasks: All,
  name: Name,
  args: TaskOf<All, Name>['args'],
): TaskOf<All, Name>['value'] | Promise<TaskOf<All, Name>['value']> {
  return (tasks[name] as (...args: unknown[]) => TaskOf<All, Name>['value'])(...args)
}

/** A parser without threads, for tests and tools. */
export const inlineParser = <All extends Tasks>(tasks: All): Parser<All> => ({
  run: async (name, ...args) => resultOf(await outcomeOf(() => perform(tasks, name, args))),
  runEach: (name, list) => Promise.all(list.map((args) => outcomeOf(() => perform(tasks, name, args)))),
})
