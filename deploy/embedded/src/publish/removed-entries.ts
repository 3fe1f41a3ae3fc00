import type { Send } from './client.ts'
import type { Publication } from './publication-record.ts'
import { type StructureEntry, sectionsIn, spacesIn } from './site-config.ts'
import { readSite } from './site-structure.ts'

/** Leaves out spaces that were not made, and sections and groups without any. */
export function withSpaces(structure: readonly StructureEntry[], { spaces }: Publication): StructureEntry[] {
  return structure.flatMap((entry): StructureEntry[] => {
    if (entry.type === 'space') return spaces[entry.key] === undefined ? [] : [entry]
    if (entry.type === 'section') {
      const children = entry.children.filter(({ key }) => spaces[key] !== undefined)
      return children.length === 0 ? [] : [{ ...entry, children }]
    }
    const children = withSpaces(entry.children, { spaces } as Publication)
    return children.length === 0 ? [] : [{ ...entry, children }]
  })
}

/** Takes off the site what an earlier publication placed there and the configuration does not have any more. */
export async function removeAbsent(
  send: Send,
  site: string,
  structure: readonly StructureEntry[],
  publication: Publication,
): Promise<void> {
  const { spaces, sections, groups } = await readSite(send, site)
  const wanted = new Set(spacesIn(structure).map(({ key }) => key))
  for (const [key, id] of Object.entries(publication.spaces)) {
    if (wanted.has(key)) continue
    const found = [...spaces.values()].find(({ space }) => space.id === id)
    if (found) await send('DELETE', `${site}/site-spaces/${found.id}`)
    delete publication.spaces[key]
  }
  const [sectionKeys, groupKeys] = [
    new Set(sectionsIn(structure).map(({ key }) => key)),
    new Set(groupKeysIn(structure)),
  ]
  for (const [key, id] of Object.entries(publication.sections)) {
    if (sectionKeys.has(key)) continue
    if (sections.has(id)) await send('DELETE', `${site}/sections/${id}`)
    delete publication.sections[key]
  }
  for (const [key, id] of Object.entries(publication.groups)) {
    if (groupKeys.has(key)) continue
    if (groups.has(id)) await send('DELETE', `${site}/section-groups/${id}`)
    delete publication.groups[key]
  }
}

const groupKeysIn = (structure: readonly StructureEntry[]): string[] =>
  structure.flatMap((entry) =>
    entry.type === 'space' || entry.type === 'section' ? [] : [entry.key, ...groupKeysIn(entry.children)],
  )
