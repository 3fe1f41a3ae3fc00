/** The parts of a site space that make its address. */
export interface AddressedSpace {
  id: string
  spaceId: string
  path: string
  /** True for the default of its section, or of a site without sections. */
  isDefault: boolean
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

/**
 * Finds the space that a path on a site leads to, among the visible spaces in the site's order: the section that the
 * first segment names, then the space that the next ones name; without a name the default one, or the first. Undefined
 * if no space is visible. Comparison ignores case.
 */
export function spaceAtPath<Space extends AddressedSpace>(
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
