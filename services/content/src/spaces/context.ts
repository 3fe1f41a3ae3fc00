import { implementer } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import type { Tables } from '../database.ts'
import type { ImportsParser } from '../imports/context.ts'
import type { OpenApiNeeds } from '../openapi/context.ts'
import type { PagesNeeds } from '../pages/context.ts'
import type { WorkspaceNeeds } from '../workspace/context.ts'

/** The dependencies of spaces. */
export interface SpacesNeeds extends PagesNeeds, WorkspaceNeeds, Pick<OpenApiNeeds, 'specAddresses'> {}

export type SpacesContext = ContentContext<SpacesNeeds, ImportsParser>

export const implement = implementer<Tables, SpacesContext>()
