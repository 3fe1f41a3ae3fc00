/** The parts of a site space that make its address. */
export interface AddressedSpace {
  id: string
  spaceId: string
  path: string
  /** True for the default of its section, or of a site without sections. */
  isDefault: boolean
  /** The path on the site without the names of defaults; null until it is assigned. */
  address: string | null
  /** Undefined on a site without sections. */
  section: { id: string; path: string; isDefault: boolean } | undefined
}

interface SpaceMatch<Space> {
  space: Space
  /** The number of segments that name section and space. */
  used: number
  /** True if no longer path names another section or space. */
  isComplete: boolean
}

/** A segment that ends the names of section and space in a path. No slug of a page is equal to it. */
const endOfNames = '~'

/** Returns the path of a page without the segment that ends names which are no longer in use. */
export const withoutEndOfNames = (path: string): string =>
  path.startsWith(`${endOfNames}/`) ? path.slice(endOfNames.length + 1) : path

/**
 * Finds the space that a path on a site leads to, among the visible spaces in the site's order: the section that the
 * first segment names, then the space that the next ones name; without a name the default one, or the first. Undefined
 * if no space is visible. Comparison ignores case.
 */
export function spaceAtPath<Space extends AddressedSpace>(
  open: readonly Space[],
  path: readonly string[],
): SpaceMatch<Space> | undefined {
  return spaceAmong(namesOf(open), path)
}

/** The names of the sections and spaces of a site, for comparison. */
interface Names<Space> {
  /** The ids of sections by their names. */
  sections: ReadonlyMap<string, string>
  defaultSection: string | undefined
  /** The spaces by the ids of their sections, the longest names first. */
  spaces: ReadonlyMap<string | undefined, readonly { space: Space; segments: readonly string[] }[]>
  /** The spaces that sections open with. */
  defaults: ReadonlyMap<string | undefined, Space>
  /** Every segment of a name. */
  segments: ReadonlySet<string>
}

function namesOf<Space extends AddressedSpace>(open: readonly Space[]): Names<Space> {
  const sections = new Map<string, string>()
  for (const { section } of open) {
    const name = section && comparable(section.path)
    if (section && name !== undefined && !sections.has(name)) sections.set(name, section.id)
  }
  const bySection = [...Map.groupBy(open, ({ section }) => section?.id)]
  const defaultsOf = ([id, beside]: [string | undefined, Space[]]) => {
    const space = beside.find(({ isDefault }) => isDefault) ?? beside[0]
    return space ? [[id, space] as const] : []
  }
  const spaces = bySection.map(([id, beside]) => {
    const named = beside.map((space) => ({ space, segments: comparable(space.path).split('/') }))
    return [id, named.sort((one, other) => other.segments.length - one.segments.length)] as const
  })
  return {
    sections,
    defaultSection: defaultSection(open)?.id,
    spaces: new Map(spaces),
    defaults: new Map(bySection.flatMap(defaultsOf)),
    segments: new Set([
      ...sections.keys(),
      ...spaces.flatMap(([, named]) => named.flatMap(({ segments }) => segments)),
    ]),
  }
}

function spaceAmong<Space extends AddressedSpace>(
  names: Names<Space>,
  path: readonly string[],
): SpaceMatch<Space> | undefined {
  const end = path.indexOf(endOfNames)
  const named = end > 0 ? spaceNamedBy(names, path.slice(0, end)) : undefined
  return named?.used === end ? { ...named, used: end + 1 } : spaceNamedBy(names, path)
}

function spaceNamedBy<Space extends AddressedSpace>(
  names: Names<Space>,
  path: readonly string[],
): SpaceMatch<Space> | undefined {
  const segments = path.map(comparable)
  const named = names.sections.get(segments[0] ?? '')
  const section = named ?? names.defaultSection
  const beside = names.spaces.get(section) ?? []
  const behind = segments.slice(named === undefined ? 0 : 1)
  const spaceNamed = beside.find((one) => startsWith(behind, one.segments))
  const space = spaceNamed?.space ?? names.defaults.get(section)
  if (!space) return undefined
  const used = segments.length - behind.length + (spaceNamed?.segments.length ?? 0)
  const mayNameSection = section !== undefined && segments.length === 0
  const mayNameSpace = beside.some((one) => one.segments.length > behind.length && startsWith(one.segments, behind))
  return { space, used, isComplete: !mayNameSection && !mayNameSpace }
}

/** Returns the path of a space that names its section and the space itself, even where both are defaults. */
export const fullPath = ({ section, path }: AddressedSpace): string => (section ? `${section.path}/${path}` : path)

/**
 * Returns a function that converts the path of a page in one of the visible spaces to its path on the site: the shortest
 * one that leads to the page. A page whose path begins like the name of a section or space needs more names before it
 * than others. All names are listed once, when the first path is converted: a site may have a thousand spaces.
 */
export function pagePaths(open: readonly AddressedSpace[]): (space: AddressedSpace, page: string) => string {
  let listed: Names<AddressedSpace> | undefined
  const names = () => (listed ??= namesOf(open))
  return (space, page) => {
    const short = space.address ?? space.path
    const [first = ''] = page.split('/', 1)
    // The markdown of a page has the address of the page with `.md`.
    if (![first, `${first}.md`].some((one) => names().segments.has(comparable(one)))) return joined(short, page)
    const full = fullPath(space)
    const leads = (start: string, to: string) => {
      const found = spaceAmong(names(), joined(start, to).split('/'))
      return found?.space.id === space.id && found.used === lengthOf(start)
    }
    const starts = [short, ...(space.section ? [space.section.path] : []), full]
    const start = starts.find((one) => leads(one, page) && leads(one, `${page}.md`)) ?? `${full}/${endOfNames}`
    return joined(start, page)
  }
}

const joined = (start: string, page: string) => (start === '' ? page : `${start}/${page}`)
const lengthOf = (path: string) => (path === '' ? 0 : path.split('/').length)

/**
 * Returns the other spaces that a path may have been meant for, each with the path of the page in it: addresses are kept
 * by readers while sections and spaces come, go and get other names.
 */
export function otherReadings<Space extends AddressedSpace>(
  open: readonly Space[],
  path: readonly string[],
): { space: Space; path: string }[] {
  const found = spaceAtPath(open, path)
  if (!found) return []
  const inSection = open.filter(({ section }) => section?.id === found.space.section?.id)
  const ofSection = inSection.find(({ isDefault }) => isDefault)
  const withoutSection = open.find(({ section, isDefault }) => isDefault && (!section || section.isDefault))
  const isNamed =
    found.space.section !== undefined && comparable(found.space.section.path) === comparable(path[0] ?? '')
  return [
    ...(ofSection && ofSection.id !== found.space.id && isNamed
      ? [{ space: ofSection, path: path.slice(1).join('/') }]
      : []),
    ...(withoutSection && found.used > 0 ? [{ space: withoutSection, path: path.join('/') }] : []),
  ]
}

/** Normalizes a segment for comparison; the database's unique indexes compare paths in lower case too. */
const comparable = (text: string) => text.normalize().toLowerCase()
const startsWith = (segments: readonly string[], start: readonly string[]) =>
  start.every((one, index) => segments[index] === one)

function defaultSection(open: readonly AddressedSpace[]) {
  return (open.find(({ section }) => section?.isDefault) ?? open[0])?.section
}
