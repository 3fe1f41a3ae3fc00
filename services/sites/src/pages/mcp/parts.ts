import { type OpenSite, placesOf } from '../frame/model.ts'
import type { Visiting } from '../routes/page-context.ts'
import { addressIn } from './addresses.ts'
import type { ToolReader } from './reader.ts'

/** The part of a site that a tool looks at. */
interface Part {
  visiting: Visiting
  /** The id of the variant that it is; null: of each section the first. */
  from: string | null
}

/** The part at an address or path, the whole site where none is given; undefined where there is no such part. */
export async function partAt({ visiting, resolve }: ToolReader, within: string | undefined): Promise<Part | undefined> {
  const { site } = visiting
  if (within === undefined) return { visiting, from: null }
  const url = addressIn(site, within)
  const found = url && (await resolve(url))
  if (!found || 'redirect' in found || found.site.id !== site.id) return undefined
  const from = found.space.id
  return { visiting: { ...visiting, site: { ...site, structure: onlyPart(site, from) } }, from }
}

const onlyPart = (site: OpenSite, id: string) =>
  placesOf(site).flatMap(({ section, variant }) => (variant.id === id ? [{ ...section, variants: [variant] }] : []))
