import { badRequest } from '@quire/kit'
// htmlparser2 (MIT) reads sitemaps already: it streams, and expands no entity but the five of XML.
import { Parser } from 'htmlparser2'
import { yieldEvery } from '../../../storage/yield-every.ts'
import { BrokenFile } from '../../broken-file.ts'
import { archiveLimits, htmlBytes } from '../../import-limits.ts'
import type { SourceFile } from '../../source-files.ts'
import type { Reading } from '../file-reader.ts'

/** An object of the export: its class, id, texts by name, and ids of other objects by name. */
export interface Entity {
  type: string
  id: string
  texts: Map<string, string>
  refs: Map<string, string>
  /** True if one of its texts is longer than what is read of it. */
  isCut: boolean
}

/** Classes that pages are made of. */
const classes = new Set(['Space', 'Page', 'BodyContent', 'Attachment', 'ContentPermissionSet'])

const chunkBytes = 64 * 1024
/** An object holds properties, which hold an id or collections of elements with one. */
const maxDepth = 12
const maxName = 200
/** Characters of any property but the text of a page. */
const maxText = 10_000

/**
 * Reads the objects of `entities.xml` one after the other and calls `add` for each of a class that pages are made of. Texts
 * of pages are read up to the size of a page of HTML. Throws 400 for a file with a document type, which could hold entities, for one that is nested too deeply, and for too many objects.
 */
export async function readEntities(
  file: SourceFile,
  { field, signal }: Pick<Reading, 'field' | 'signal'>,
  add: (entity: Entity) => Promise<void>,
): Promise<void> {
  const bytes = await refusedIfBroken(file, field)
  const refused = (problem: string) => badRequest(field, `${file.path}: ${problem}`)
  const ready: Entity[] = []
  let problem: string | undefined
  let [depth, objects] = [0, 0]
  let entity: Entity | undefined
  let objectDepth = 0
  let property: string | undefined
  let text = ''
  let isId = false
  const limit = () => (property === 'body' ? htmlBytes : maxText)
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1
        if (depth > maxDepth) problem ??= 'it is nested too deeply'
        if (name === 'object' && !entity && classes.has(attributes.class ?? '')) {
          entity = { type: attributes.class ?? '', id: '', texts: new Map(), refs: new Map(), isCut: false }
          objectDepth = depth
          objects += 1
          if (objects > 10 * archiveLimits.entries) problem ??= 'it holds too many objects'
        } else if (entity && depth === objectDepth + 1) {
          property = name === 'property' ? (attributes.name ?? '').slice(0, maxName) : undefined
          isId = name === 'id'
        } else if (entity && property !== undefined && name === 'id') isId = true
        text = ''
      },
      ontext(data) {
        if (!entity || (property === undefined && !isId)) return
        if (text.length + data.length > limit()) entity.isCut = true
        text += data.slice(0, Math.max(0, limit() - text.length))
      },
      onclosetag() {
        if (entity && depth === objectDepth) {
          ready.push(entity)
          entity = undefined
        } else if (entity && depth === objectDepth + 1) {
          if (isId) entity.id = text.trim()
          else if (property !== undefined && !entity.refs.has(property)) entity.texts.set(property, text)
          property = undefined
          isId = false
        } else if (entity && isId && property !== undefined && depth === objectDepth + 2) {
          entity.refs.set(property, text.trim())
          isId = false
        }
        text = ''
        depth -= 1
      },
      onprocessinginstruction(name) {
        if (name.toLowerCase() !== '?xml') problem ??= `it has a ${name.slice(0, 20)}, which no export has`
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  const decoder = new TextDecoder()
  const turn = yieldEvery(4)
  for (let at = 0; at < bytes.length && problem === undefined; at += chunkBytes) {
    await turn()
    signal.throwIfAborted()
    parser.write(decoder.decode(bytes.subarray(at, at + chunkBytes), { stream: true }))
    for (const one of ready.splice(0)) await add(one)
  }
  if (problem !== undefined) throw refused(problem)
  parser.end()
  for (const one of ready) await add(one)
  if (objects === 0) throw refused('it holds no object of an export of Confluence')
}

async function refusedIfBroken(file: SourceFile, field: string): Promise<Buffer> {
  try {
    return await file.read()
  } catch (error) {
    throw error instanceof BrokenFile ? badRequest(field, `${file.path} ${error.message}`) : error
  }
}
