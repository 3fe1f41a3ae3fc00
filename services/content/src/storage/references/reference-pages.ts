import { slugFor } from '../revisions/revision-entries.ts'

/** The parts of a specification that reference pages are made of. */
export interface SpecificationOutline {
  slug: string
  title: string
  tags: { name: string; description?: string }[]
  operations: { path: string; method: string; title: string; tag?: string }[]
  /** Names of the schemas. */
  models: string[]
}

/** A page about a part of a specification. */
export interface ReferencePage {
  /** The part that the page is about; unique in the specification, and equal in all of its versions. */
  key: string
  /** The file that an import has the page from. */
  path: string
  title: string
  text: string
  pages: ReferencePage[]
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
): ReferencePage[] {
  const folder = `.gitbook/openapi/${slug}`
  const byTag = Map.groupBy(
    operations.filter(({ path }) => isPlain(path)),
    ({ tag }) => tag ?? title,
  )
  const descriptions = new Map(tags.map(({ name, description }) => [name, description]))
  const named = [...new Set([...tags.map(({ name }) => name), ...byTag.keys()])].filter((name) => byTag.has(name))
  const folderOf = distinctNames()
  const pages = named.map((name): ReferencePage => {
    const inTag = `${folder}/${folderOf(name)}`
    const fileOf = distinctNames(['readme'])
    const below = (byTag.get(name) ?? []).map(({ title, path, method }): ReferencePage => {
      const block = `{% openapi-operation spec="${slug}" path="${path}" method="${method}" %}\n{% endopenapi-operation %}`
      return { key: `${method} ${path}`, path: `${inTag}/${fileOf(title)}.md`, title, text: ending(block), pages: [] }
    })
    const text = ending(descriptions.get(name)?.trim() ?? '')
    return { key: `tag ${name}`, path: `${inTag}/README.md`, title: name, text, pages: below }
  })
  const schemas = models.filter((name) => /^[\w.-]+$/.test(name))
  if (withModels && schemas.length > 0) {
    const block = `{% openapi-schemas spec="${slug}" schemas="${schemas.join(',')}" grouped="true" %}\n{% endopenapi-schemas %}`
    const path = `${folder}/${folderOf('models')}.md`
    pages.push({ key: 'models', path, title: 'Models', text: ending(block), pages: [] })
  }
  return pages
}

const ending = (text: string) => (text === '' ? '' : `${text}\n`)

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
