import type { ContentTasks } from './dependencies.ts'
import type * as tasks from './tasks.ts'

/** The tasks of `tasks.ts`. This does not compile if a feature declares a task that is not among them. */
export type TextTasks = Complete<typeof tasks>
type Complete<All extends ContentTasks> = All

export const tasksUrl = new URL('./tasks.ts', import.meta.url).href

/** Tasks that load large libraries; each kind gets threads of its own. */
export const tasksApart = ['convertHtml', 'convertDocx'] satisfies (keyof TextTasks)[]
