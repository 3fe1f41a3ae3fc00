import { z } from 'zod'
import type { Send } from './client.ts'
import type { Publication } from './publication-record.ts'
import { removeAbsent, withSpaces } from './removed-entries.ts'
import {
  type GroupEntry,
  type SectionEntry,
  type SpaceEntry,
  type StructureEntry,
  sectionsIn,
  spacesIn,
} from './site-config.ts'
import { type OnSite, readSite, Section } from './site-structure.ts'

/**
 * Gives a site the structure of its configuration: its groups, sections and spaces, their titles, paths and order. Records
 * the ids of new sections and groups in `publication`. Sections and spaces that others added to the site stay.
 */
export async function arrangeSite(
  send: Send,
  site: string,
  structure: readonly StructureEntry[],
  publication: Publication,
): Promise<void> {
  let known: Promise<OnSite> | undefined
  const onSite = () => {
    known ??= readSite(send, site)
    return known
  }
  const change: Send = async (...request) => {
    known = undefined
    return send(...request)
  }
  const placed = withSpaces(structure, publication)
  await removeAbsent(change, site, placed, publication)
  for (const entry of placed) await place(entry, undefined)
  await setPaths()
  await setOrder(placed, (await onSite()).top)
  const first = sectionsIn(placed).find((one) => one.default)
  const section = first && publication.sections[first.key]
  if (section !== undefined) await change('PATCH', site, { defaultSiteSection: section })
  const space = placed.find((entry) => entry.type === 'space' && entry.default)
  if (space) await change('PATCH', site, { defaultSiteSpace: (await siteSpaceOf(space.key))?.id })

  async function place(entry: StructureEntry, parent: string | undefined): Promise<void> {
    if (entry.type === 'space') await placeSpace(entry, undefined)
    else if (entry.type === 'section') await placeSection(entry, parent)
    else await placeGroup(entry, parent)
  }

  async function placeGroup({ key, title, icon, children }: GroupEntry, parent: string | undefined): Promise<void> {
    const { groups } = await onSite()
    const known = groups.get(publication.groups[key] ?? '')
    if (known && known.sectionGroup === parent) {
      await change('PATCH', `${site}/section-groups/${known.id}`, { title, icon: icon ?? null })
    } else {
      if (known) await change('DELETE', `${site}/section-groups/${known.id}`)
      const body = { title, ...(icon && { icon }), ...(parent && { parent }) }
      publication.groups[key] = idIn(await change('POST', `${site}/section-groups`, body))
    }
    for (const child of children) await place(child, publication.groups[key])
  }

  async function placeSection(entry: SectionEntry, group: string | undefined): Promise<void> {
    const { key, title, icon, description, children } = entry
    const [first, ...others] = children
    if (!first) return
    let section = (await onSite()).sections.get(publication.sections[key] ?? '')
    if (!section) {
      await leave(first, '')
      const body = { spaceId: publication.spaces[first.key], title, ...(icon && { icon }) }
      section = Section.parse(await change('POST', `${site}/sections`, body))
      publication.sections[key] = section.id
    } else others.unshift(first)
    for (const space of others) await placeSpace(space, section.id)
    const chosen = children.find((one) => one.default)
    const defaultSiteSpace = chosen && (await siteSpaceOf(chosen.key))?.id
    const body = {
      title,
      icon: icon ?? null,
      description: description ?? null,
      ...(defaultSiteSpace && { defaultSiteSpace }),
    }
    await change('PATCH', `${site}/sections/${section.id}`, body)
    if (section.sectionGroup === group) return
    if (group !== undefined) await change('POST', `${site}/section-groups/${group}/sections`, { sectionId: section.id })
    else await change('DELETE', `${site}/section-groups/${section.sectionGroup}/sections/${section.id}`)
  }

  async function placeSpace(entry: SpaceEntry, section: string | undefined): Promise<void> {
    await leave(entry, section)
    if (await siteSpaceOf(entry.key)) return
    const body = { spaceId: publication.spaces[entry.key], ...(section && { sectionId: section }) }
    await change('POST', `${site}/site-spaces`, body)
  }

  /** Takes a space off the site if it lies in another section. */
  async function leave({ key }: SpaceEntry, section: string | undefined): Promise<void> {
    const found = await siteSpaceOf(key)
    if (found && found.section !== section) await change('DELETE', `${site}/site-spaces/${found.id}`)
  }

  async function siteSpaceOf(key: string) {
    const { spaces } = await onSite()
    return [...spaces.values()].find(({ space }) => space.id === publication.spaces[key])
  }

  /** Paths may be exchanged, so that those in the way move aside first. */
  async function setPaths(): Promise<void> {
    const on = await onSite()
    const spaces = spacesIn(placed).flatMap(({ key, path }) => {
      const found = [...on.spaces.values()].find(({ space }) => space.id === publication.spaces[key])
      return found && path !== undefined ? [{ at: `${site}/site-spaces/${found.id}`, was: found.path, path }] : []
    })
    const sections = sectionsIn(placed).flatMap(({ key, path }) => {
      const found = on.sections.get(publication.sections[key] ?? '')
      return found && path !== undefined ? [{ at: `${site}/sections/${found.id}`, was: found.path, path }] : []
    })
    for (const some of [spaces, sections]) {
      const changed = some.filter(({ was, path }) => was !== path)
      const wanted = new Set(changed.map(({ path }) => path.toLowerCase()))
      for (const [index, { at, was }] of changed.entries())
        if (wanted.has(was.toLowerCase())) await change('PATCH', at, { path: `moving-${index}` })
      for (const { at, path } of changed) await change('PATCH', at, { path })
    }
  }

  async function setOrder(entries: readonly StructureEntry[], present: readonly string[]): Promise<void> {
    const on = await onSite()
    const wanted: { type: string; id: string }[] = []
    for (const { type, key } of entries) {
      if (type === 'section') wanted.push({ type: 'site-section', id: publication.sections[key] ?? '' })
      else if (type === 'space') wanted.push({ type: 'site-space', id: (await siteSpaceOf(key))?.id ?? '' })
      else wanted.push({ type: 'site-section-group', id: publication.groups[key] ?? '' })
    }
    const ours = new Set(wanted.map(({ id }) => id))
    if (present.filter((id) => ours.has(id)).join() !== wanted.map(({ id }) => id).join())
      for (const [index, item] of wanted.entries())
        if (index > 0) await change('PATCH', `${site}/structure/sort`, { item, position: { after: wanted[index - 1] } })
    for (const [index, entry] of entries.entries()) {
      if (entry.type === 'space') continue
      const { id = '' } = wanted[index] ?? {}
      const children = on.sections.get(id)?.siteSpaces ?? on.groups.get(id)?.children ?? []
      await setOrder(
        entry.children,
        children.map((child) => child.id),
      )
    }
  }
}

const idIn = (answer: unknown): string => z.object({ id: z.string() }).parse(answer).id
