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

/**
 * Finds the space that a path on a site leads to, among the visible spaces in the site's order: the section that the
 * first segment names, then the space that the next ones name; without a name the default one, or the first. Undefined
 * if no space is visible. Comparison ignores case.
 */
export function spaceAtPath<Space extends AddressedSpace>(
  open: readonly Space[],
  path: readonly string[],
): SpaceMatch<Space> | undefined {
  const end = path.indexOf(endOfNames)
  const named = end > 0 ? spaceNamedBy(open, path.slice(0, end)) : undefined
  return named?.used === end ? { ...named, used: end + 1 } : spaceNamedBy(open, path)
}

function spaceNamedBy<Space extends AddressedSpace>(
  open: readonly Space[],
  path: readonly string[],
): SpaceMatch<Space> | undefined {
  const segments = path.map(comparable)
  const named = open.find(({ section }) => section && comparable(section.path) === segments[0])?.section
  const section = named ?? defaultSection(open)
  const beside = open.filter((one) => one.section?.id === section?.id)
  const behind = segments.slice(named ? 1 : 0)
  const spaceNamed = longest(beside.filter((one) => startsWith(behind, segmentsOf(one))))
  const space = spaceNamed ?? beside.find(({ isDefault }) => isDefault) ?? beside[0]
  if (!space) return undefined
  const used = segments.length - behind.length + (spaceNamed ? segmentsOf(spaceNamed).length : 0)
  const mayNameSection = section !== undefined && segments.length === 0
  const mayNameSpace = beside.some(
    (one) => segmentsOf(one).length > behind.length && startsWith(segmentsOf(one), behind),
  )
  return { space, used, isComplete: !mayNameSection && !mayNameSpace }
}

/** Returns the path of a space that names its section and the space itself, even where both are defaults. */
export const fullPath = ({ section, path }: AddressedSpace): string => (section ? `${section.path}/${path}` : path)

/**
 * Returns a function that converts the path of a page in a space to its path on the site: the shortest one that leads to
 * the page. A page whose path begins like the name of a section or space needs more names before it than others.
 */
export function pagePaths(open: readonly AddressedSpace[], space: AddressedSpace): (page: string) => string {
  const short = space.address ?? space.path
  const names = new Set(open.flatMap((one) => fullPath(one).split('/').map(comparable)))
  const full = fullPath(space)
  const leads = (start: string, page: string) => {
    const found = spaceAtPath(open, joined(start, page).split('/'))
    return found?.space.id === space.id && found.used === lengthOf(start)
  }
  return (page) => {
    const [first = ''] = page.split('/', 1)
    // The markdown of a page has the address of the page with `.md`.
    if (![first, `${first}.md`].some((one) => names.has(comparable(one)))) return joined(short, page)
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
const segmentsOf = ({ path }: AddressedSpace) => comparable(path).split('/')
const startsWith = (segments: readonly string[], start: readonly string[]) =>
  start.every((one, index) => segments[index] === one)

function longest<Space extends AddressedSpace>(spaces: readonly Space[]): Space | undefined {
  return spaces.toSorted((one, other) => segmentsOf(other).length - segmentsOf(one).length)[0]
}

function defaultSection(open: readonly AddressedSpace[]) {
  return (open.find(({ section }) => section?.isDefault) ?? open[0])?.section
}
