import type { Parser } from '@quire/parsing'
import type * as tasks from './tasks.ts'

export type TextTasks = typeof tasks
/** Reads texts of users; a request's is in its context. */
export type TextParser = Parser<TextTasks>

export const tasksUrl = new URL('./tasks.ts', import.meta.url).href

/** Tasks with large libraries of their own. */
export const tasksApart = ['convertHtml', 'convertDocx'] satisfies (keyof TextTasks)[]
