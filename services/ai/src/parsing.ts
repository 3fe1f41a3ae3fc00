import type { AskTasks } from './ask/answers.ts'
import type { IndexingTasks } from './indexing/store-pages.ts'
import type { InstructionsTasks } from './instructions/instructions.routes.ts'
import type * as tasks from './tasks.ts'

/** The tasks of `tasks.ts`. This does not compile if a feature declares a task that is not among them. */
export type TextTasks = Complete<typeof tasks>
type Complete<All extends AskTasks & IndexingTasks & InstructionsTasks> = All

export const tasksUrl = new URL('./tasks.ts', import.meta.url).href
