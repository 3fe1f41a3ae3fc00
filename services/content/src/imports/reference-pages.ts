import { slugFor } from '../storage/revisions/revision-entries.ts'
import type { TreeNode } from './import-tree.ts'
import type { SourceFile } from './source-files.ts'

/** What reference pages are made of. */
export interface SpecificationOutline {
  slug: string
  title: string
  tags: { name: string; description?: string }[]
  operations: { path: string; method: string; title: string; tag?: string }[]
  /** Names of the schemas. */
  models: string[]
}

/** Pages about a specification: their files, as if the source had them, and their place in the tree. */
export interface ReferencePages {
  files: SourceFile[]
  nodes: TreeNode[]
}

/** Names that the attributes of a block hold. */
const isPlain = (text: string) => !/["%{}\n]/.test(text.replaceAll(/\{[\w.-]+\}/g, ''))

/**
 * Makes a page for each tag with a page for each of its operations below, and one for the models if `withModels`. Each
 * holds a block that names the specification, so it always shows the present version.
 */
export function referencePages(
  { slug, title, tags, operations, models }: SpecificationOutline,
  { withModels }: { withModels: boolean },
): ReferencePages {
  const folder = `.gitbook/openapi/${slug}`
  const files: SourceFile[] = []
  const add = (path: string, title: string, text: string, children: TreeNode[] = []): TreeNode => {
    files.push(pageFile(path, title, text))
    return { type: 'document', title, path, children }
  }
  const byTag = Map.groupBy(
    operations.filter(({ path }) => isPlain(path)),
    ({ tag }) => tag ?? title,
  )
  const descriptions = new Map(tags.map(({ name, description }) => [name, description]))
  const named = [...new Set([...tags.map(({ name }) => name), ...byTag.keys()])].filter((name) => byTag.has(name))
  const folderOf = distinctNames()
  const nodes = named.map((name) => {
    const inTag = `${folder}/${folderOf(name)}`
    const fileOf = distinctNames(['readme'])
    const children = (byTag.get(name) ?? []).map(({ title, path, method }) => {
      const block = `{% openapi-operation spec="${slug}" path="${path}" method="${method}" %}\n{% endopenapi-operation %}`
      return add(`${inTag}/${fileOf(title)}.md`, title, block)
    })
    return add(`${inTag}/README.md`, name, descriptions.get(name) ?? '', children)
  })
  const schemas = models.filter((name) => /^[\w.-]+$/.test(name))
  if (withModels && schemas.length > 0) {
    const block = `{% openapi-schemas spec="${slug}" schemas="${schemas.join(',')}" grouped="true" %}\n{% endopenapi-schemas %}`
    nodes.push(add(`${folder}/${folderOf('models')}.md`, 'Models', block))
  }
  return { files, nodes }
}

function pageFile(path: string, title: string, text: string): SourceFile {
  const markdown = `---\ntitle: ${JSON.stringify(title)}\n---\n\n${text}\n`
  return { path, isPage: true, read: async () => Buffer.from(markdown) }
}

/** Returns a function that gives each name a slug of its own. */
function distinctNames(taken: string[] = []): (name: string) => string {
  const used = new Set(taken)
  return (name) => {
    const slug = slugFor(name)
    let free = slug
    for (let number = 1; used.has(free); number += 1) free = `${slug}-${number}`
    used.add(free)
    return free
  }
}
