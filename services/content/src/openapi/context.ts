import { implementer, type RequestContext } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import type { Tables } from '../database.ts'
import type { StorageNeeds } from '../storage/context.ts'
import type { SpecAddresses } from './spec-addresses.ts'

/** The dependencies of OpenAPI specifications. */
export interface OpenApiNeeds extends Pick<StorageNeeds, 'uploads'> {
  /** Wakes the job that processes specifications with a new source; called after the commit. */
  processSpecs: () => void
  specAddresses: SpecAddresses
  /** True if a live page of these spaces that is visible to the caller refers to one of the addresses. */
  isReferenced: (
    context: Pick<RequestContext<Tables>, 'sql' | 'caller' | 'signal'>,
    spaceIds: readonly string[],
    addresses: string[],
  ) => Promise<boolean>
}

export type OpenApiContext = ContentContext<OpenApiNeeds>

export const implement = implementer<Tables, OpenApiContext>()
