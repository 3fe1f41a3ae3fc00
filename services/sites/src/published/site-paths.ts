/** A space of a site where its address is concerned. */
export interface PlacedSpace {
  id: string
  spaceId: string
  path: string
  /** It is what its section, or a site without sections, shows first. */
  isDefault: boolean
  /** Undefined on a site without sections. */
  section: { id: string; path: string; isDefault: boolean } | undefined
}

interface Place<Space> {
  space: Space
  /** How many segments of the path name section and space. */
  used: number
  /** No longer path names another section or space. */
  isComplete: boolean
}

/**
 * What a path on a site leads to, of the spaces that are open, in the site's order: the section that its first segment
 * names, then the space of it that the next ones name; where they name none, the default one, or the first. Undefined
 * where nothing is open. Letters' case makes no difference.
 */
export function placeOn<Space extends PlacedSpace>(
  open: readonly Space[],
  path: readonly string[],
): Place<Space> | undefined {
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

/** As the paths of one site are told apart (its indexes have them in lower case). */
const comparable = (text: string) => text.normalize().toLowerCase()
const segmentsOf = ({ path }: PlacedSpace) => comparable(path).split('/')
const startsWith = (segments: readonly string[], start: readonly string[]) =>
  start.every((one, index) => segments[index] === one)

function longest<Space extends PlacedSpace>(spaces: readonly Space[]): Space | undefined {
  return spaces.toSorted((one, other) => segmentsOf(other).length - segmentsOf(one).length)[0]
}

function defaultSection(open: readonly PlacedSpace[]) {
  return (open.find(({ section }) => section?.isDefault) ?? open[0])?.section
}
