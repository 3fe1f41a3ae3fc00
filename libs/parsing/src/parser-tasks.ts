import { type Outcome, outcomeOf, resultOf } from './outcomes.ts'

/**
 * A module of pure functions on texts, by name: input and output are data, and a refusal is a DocumentError. A function
 * that returns a promise loads its libraries on its first call.
 */
export type Tasks = Readonly<Record<string, (...args: never[]) => unknown>>
export type TaskOf<All extends Tasks, Name extends keyof All> = All[Name] extends (...args: infer Args) => infer Value
  ? { args: Args; value: Awaited<Value> }
  : never

/** Does tasks for one caller; long texts do not block the thread that serves requests. */
export interface Parser<All extends Tasks> {
  /** Throws the refusal of the task, and DocumentError (too-slow) if the task takes too long or too much memory. */
  run<Name extends keyof All & string>(
    name: Name,
    ...args: TaskOf<All, Name>['args']
  ): Promise<TaskOf<All, Name>['value']>
  /** Does a task on several texts, in order. If one is refused, the others still have their outcomes. */
  runEach<Name extends keyof All & string>(
    name: Name,
    list: readonly TaskOf<All, Name>['args'][],
  ): Promise<Outcome<TaskOf<All, Name>['value']>[]>
}

/** Does a task on this thread. */
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
