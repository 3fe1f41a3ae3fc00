import { badRequest } from '@quire/kit'
import { archiveLimits } from '../../import-limits.ts'
import type { SourceFile } from '../../source-files.ts'
import type { Reading } from '../file-reader.ts'
import { type Entity, readEntities } from './read-entities.ts'

/** A current page of an exported space. */
export interface SpacePage {
  id: string
  title: string
  parent: string | undefined
  position: number
  /** Reads its text in the storage format; undefined for a page without text. */
  body: (() => Promise<Buffer>) | 'cut' | 'wiki' | undefined
}

/** The space that the entities of an export describe. */
export interface ExportedSpace {
  key: string
  /** The id of the home page. */
  home: string | undefined
  pages: Map<string, SpacePage>
  attachments: { id: string; page: string; name: string; version: string }[]
  problems: string[]
}

/** The type of bodies in the storage format; others are wiki markup. */
const storageType = '2'

/** Reads a space; the texts of its pages stay in the scratch file. */
export async function readSpace(entities: SourceFile, reading: Reading): Promise<ExportedSpace> {
  const spaces: Entity[] = []
  const pages: Entity[] = []
  const attachments: Entity[] = []
  /** Pages of every status and space, by which a page inherits the restrictions above it. */
  const parents = new Map<string, string | undefined>()
  const restricted = new Set<string>()
  const bodies = new Map<string, Exclude<SpacePage['body'], undefined>>()
  await readEntities(entities, reading, async (entity) => {
    const { type, texts, refs } = entity
    if (pages.length + attachments.length > archiveLimits.entries)
      throw badRequest(reading.field, `${entities.path}: it holds more than ${archiveLimits.entries} pages and files`)
    if (type === 'Page') parents.set(entity.id, refs.get('parent'))
    if (type === 'Space') spaces.push(entity)
    else if (type === 'Page' && isCurrent(entity)) pages.push(entity)
    else if (type === 'Attachment' && isCurrent(entity)) attachments.push(entity)
    else if (type === 'ContentPermissionSet' && texts.get('type')?.trim().toLowerCase() !== 'edit')
      restricted.add(refs.get('owningContent') ?? refs.get('content') ?? '')
    else if (type === 'BodyContent') {
      const body = texts.get('body') ?? ''
      const isStorage = (texts.get('bodyType') ?? storageType).trim() === storageType
      // The export writes the end of CDATA within CDATA with a space.
      const store = async () => reading.scratch.store(Buffer.from(body.replaceAll(']] >', ']]>')))
      const read = entity.isCut ? ('cut' as const) : isStorage ? await store() : ('wiki' as const)
      if (body.trim() !== '') bodies.set(refs.get('content') ?? '', read)
    }
  })
  const space = mainSpace(spaces, pages)
  const ofSpace = pages.filter(({ refs }) => !space || (refs.get('space') ?? space.id) === space.id)
  const found = new Map(ofSpace.map((page) => [page.id, pageOf(page, bodies)]))
  return {
    key: space?.texts.get('key')?.trim() ?? '',
    home: space?.refs.get('homePage'),
    problems: withoutRestricted(found, { restricted, parents }, entities.path),
    pages: found,
    attachments: attachments.map(attachmentOf),
  }
}

/** Earlier versions name the page that they are of, and drafts and deleted pages have another status. */
function isCurrent({ texts, refs }: Entity): boolean {
  const status = texts.get('contentStatus')?.trim() || 'current'
  const original = refs.get('originalVersion') ?? texts.get('originalVersionId')?.trim() ?? ''
  return status === 'current' && original === ''
}

/** An export may name other spaces that its pages refer to; its own is that of most pages. */
function mainSpace(spaces: readonly Entity[], pages: readonly Entity[]): Entity | undefined {
  const counts = new Map<string, number>()
  for (const { refs } of pages) counts.set(refs.get('space') ?? '', (counts.get(refs.get('space') ?? '') ?? 0) + 1)
  return spaces.toSorted((one, other) => (counts.get(other.id) ?? 0) - (counts.get(one.id) ?? 0))[0]
}

function pageOf(
  { id, texts, refs }: Entity,
  bodies: ReadonlyMap<string, Exclude<SpacePage['body'], undefined>>,
): SpacePage {
  const position = Number(texts.get('position')?.trim() || Number.POSITIVE_INFINITY)
  return {
    id,
    title: texts.get('title')?.trim().slice(0, 500) || 'Untitled',
    parent: refs.get('parent'),
    position: Number.isNaN(position) ? Number.MAX_SAFE_INTEGER : Math.min(position, Number.MAX_SAFE_INTEGER),
    body: bodies.get(id),
  }
}

function attachmentOf({ id, texts, refs }: Entity) {
  const name = texts.get('title') ?? texts.get('fileName') ?? ''
  const version = texts.get('version') ?? texts.get('attachmentVersion') ?? '1'
  return {
    id,
    page: refs.get('containerContent') ?? refs.get('content') ?? '',
    name: name.trim(),
    version: version.trim(),
  }
}

interface Restrictions {
  restricted: ReadonlySet<string>
  parents: ReadonlyMap<string, string | undefined>
}

/** Takes out the pages that only some people may see, with all below them, and names them. */
function withoutRestricted(
  pages: Map<string, SpacePage>,
  { restricted, parents }: Restrictions,
  path: string,
): string[] {
  const problems = restricted.has('') ? [`${path}: it restricts a page that it does not name`] : []
  const known = new Map<string, boolean>()
  const isHidden = (id: string): boolean => {
    const path: string[] = []
    // A circle of parents ends where it meets itself.
    for (let at: string | undefined = id; at !== undefined && !known.has(at); at = parents.get(at)) {
      path.push(at)
      known.set(at, restricted.has(at))
    }
    for (const one of path.toReversed())
      known.set(one, restricted.has(one) || known.get(parents.get(one) ?? '') === true)
    return known.get(id) === true
  }
  const hidden = [...pages.values()].filter(({ id }) => isHidden(id))
  for (const { id, title } of hidden) {
    pages.delete(id)
    problems.push(
      `${path}, page "${title.slice(0, 200)}": only some people may see it in Confluence, so it is left out`,
    )
  }
  return problems
}
