import { implementer } from '@quire/kit'
import type { Parser } from '@quire/parsing'
import type { ContentContext } from '../context.ts'
import type { Tables } from '../database.ts'
import type { EditingNeeds, EditingTasks } from '../editing/context.ts'
import type { OpenApiNeeds } from '../openapi/context.ts'
import type { ContentLinks } from './content-links.ts'
import type { TargetTasks } from './text-targets.ts'

/** The dependencies of lists of links. */
export interface LinksNeeds extends EditingNeeds, Pick<OpenApiNeeds, 'specAddresses'> {
  links: ContentLinks
}

export type LinksTasks = EditingTasks & TargetTasks

export type LinksContext = ContentContext<LinksNeeds, Parser<LinksTasks>>

export const implement = implementer<Tables, LinksContext>()
