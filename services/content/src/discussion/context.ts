import { implementer } from '@quire/kit'
import type { Parser } from '@quire/parsing'
import type { ContentContext } from '../context.ts'
import type { Tables } from '../database.ts'
import type { EditingNeeds, EditingTasks } from '../editing/context.ts'
import type { nodePreview } from './comments/node-preview.ts'

export type DiscussionTasks = EditingTasks & { nodePreview: typeof nodePreview }
export type DiscussionParser = Parser<DiscussionTasks>

export type DiscussionContext = ContentContext<EditingNeeds, DiscussionParser>

export const implement = implementer<Tables, DiscussionContext>()
