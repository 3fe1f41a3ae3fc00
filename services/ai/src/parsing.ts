import type { Parser } from '@quire/parsing'
import type * as tasks from './tasks.ts'

export type TextTasks = typeof tasks
/** Parses texts of users. A request has its own parser in its context. */
export type TextParser = Parser<TextTasks>

export const tasksUrl = new URL('./tasks.ts', import.meta.url).href
