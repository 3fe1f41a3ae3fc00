import { embedOperations } from '@quire/contracts'
import { groupsOf } from '@quire/kit'
import { implement, type ReadingContext } from '../context.ts'

const find = ({ deps, caller, query, signal }: ReadingContext & { query: { url: string } }) =>
  deps.embeds.find(query.url, groupsOf(caller), signal)

/** An embed does not depend on the space; the space is a way to ask for those who have no account. */
export const embedRoutes = implement(embedOperations, { getEmbedByUrl: find, getEmbedByUrlInSpace: find })
