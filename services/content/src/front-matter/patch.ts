import type { AttributesPatch } from '../revisions/attributes.ts'
import type { PageAttributes, PageEntry } from '../revisions/entries.ts'
import { sameValue } from '../trees/nodes.ts'
import type { KnownKey } from './known.ts'
import type { ReadFrontMatter } from './read.ts'
import { frontMatterOf } from './write.ts'

/** Which attribute each key speaks of; `coverY` goes with `cover`. */
const spokenOf = {
  description: 'description',
  icon: 'icon',
  emoji: 'emoji',
  hidden: 'hidden',
  noIndex: 'noIndex',
  noRobotsIndex: 'noRobotsIndex',
  if: 'condition',
  tags: 'tags',
  cover: 'cover',
  vars: 'variables',
  layout: 'layout',
} as const satisfies Partial<Record<KnownKey, keyof PageAttributes>>

const keys = Object.keys(spokenOf) as (keyof typeof spokenOf)[]

type Found = Record<string, unknown>

/**
 * What new front matter changes of a page. A key that says what the page would say changes nothing; one that the page
 * would say and that is gone clears what it spoke of. So a text that is written back as it was read changes nothing,
 * and whatever is changed in it is changed. Of what it speaks, nothing else in the same change has a say.
 */
export function frontMatterPatch(page: PageEntry, found: Found, { attributes, rest, ignored }: ReadFrontMatter) {
  const written = frontMatterOf(page)
  const patch: AttributesPatch = {}
  const frontMatter = { ...rest }
  const spoken = new Set<keyof PageAttributes>()
  for (const key of keys) {
    const attribute = spokenOf[key]
    const isGiven = Object.hasOwn(found, key)
    if (isGiven) spoken.add(attribute)
    if (written && isGiven && saysSame(written, found, key)) keepRest(frontMatter, page.frontMatter ?? {}, key)
    else if (isGiven ? !ignored.includes(key) : written && Object.hasOwn(written, key))
      Object.assign(patch, { [attribute]: attributes[attribute] ?? null })
  }
  return { patch: { ...patch, frontMatter } satisfies AttributesPatch, spoken }
}

const saysSame = (written: Found, found: Found, key: string): boolean =>
  sameValue(written[key], found[key]) && (key !== 'cover' || sameValue(written.coverY, found.coverY))

function keepRest(frontMatter: Found, before: Found, key: string): void {
  if (Object.hasOwn(before, key)) frontMatter[key] = before[key]
  else delete frontMatter[key]
  if (key === 'cover') keepRest(frontMatter, before, 'coverY')
}
