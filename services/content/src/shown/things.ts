import { Refusal } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import type { Reader } from '../pages/readers.ts'
import { textsForAll } from '../search/conditional-texts.ts'
import { specPlace } from '../targets/targets.ts'
import { keyOfPlace, type LivePage, livePagesShown } from './live-pages.ts'
import { type NamedThings, namingsOf } from './naming.ts'
import { readAs } from './read-page.ts'
import type { Referred } from './referred.ts'

type Context = Pick<ContentContext, 'sql' | 'deps' | 'parser'>

/** Texts that are evaluated for one request; what only further ones name is closed. */
const mostEvaluated = 50

/**
 * Which of these things the live pages of some spaces show a visitor, by address; what nothing names is left out. 503
 * where the links of the spaces are not collected yet.
 */
export async function shownThings(
  context: Context,
  spaceIds: readonly string[],
  named: NamedThings,
  reader: Reader,
): Promise<ReadonlyMap<string, boolean>> {
  await context.deps.links.caughtUp(context.sql, spaceIds)
  const namings = await namingsOf(context.sql, spaceIds, named)
  const pages = await livePagesShown(context, namings.pages, { reader, listed: false })
  const isForAll = await withTextForAll(context, [...pages.values()])
  const found = new Map([...namings.addresses].map((address) => [address, false]))
  const uncertain: { address: string; page: LivePage }[] = []
  for (const { address, isDirect, ...place } of namings.pages) {
    const page = pages.get(keyOfPlace(place))
    if (page && isDirect && isForAll(page)) found.set(address, true)
    else if (page) uncertain.push({ address, page })
  }
  const referred = new Map<LivePage, ReadonlySet<string>>()
  for (const { address, page } of uncertain) {
    if (found.get(address) || (!referred.has(page) && referred.size === mostEvaluated)) continue
    const addresses = referred.get(page) ?? (await addressesOn(context, page, reader))
    referred.set(page, addresses)
    if (addresses.has(address)) found.set(address, true)
  }
  return found
}

/** Whether a page's own text is the same for everybody. */
async function withTextForAll({ sql, deps }: Context, pages: readonly LivePage[]) {
  const wanted = pages.flatMap(({ open, entry: { document } }) =>
    document === null ? [] : [{ store: open.revision.store, document }],
  )
  const forAll = await textsForAll(sql, deps.search.conditional, wanted)
  return ({ entry }: LivePage) => entry.document === null || forAll.has(entry.document)
}

/** A text that is too large for a tree is shown to nobody. */
async function addressesOn(context: Context, { open, entry }: LivePage, reader: Reader) {
  try {
    return addressesIn((await readAs(context, open, entry, reader)).referred)
  } catch (error) {
    if (error instanceof Refusal && error.status === 409) return new Set<string>()
    throw error
  }
}

const addressesIn = ({ files, reusables, specs }: Referred): ReadonlySet<string> =>
  new Set([
    ...[...files].map((id) => `/files/${id}`),
    ...[...reusables].map((id) => `/reusable-contents/${id}`),
    ...[...specs.keys()].map((name) => `${specPlace}${name}`),
  ])
