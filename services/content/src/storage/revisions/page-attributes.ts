import type { PageAttributes } from './revision-entries.ts'

const keys = [
  'linkTitle',
  'emoji',
  'icon',
  'description',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'layout',
  'cover',
  'variables',
  'condition',
  'tags',
  'target',
  'git',
  'redirects',
  'computed',
  'isImported',
  'importSource',
  'frontMatter',
] as const satisfies (keyof PageAttributes)[]

/** Clears every attribute that a file may give its page, by its front matter or by its entry in the table of contents. */
export const withoutOwnAttributes = {
  ...{ linkTitle: null, emoji: null, icon: null, description: null, noIndex: null, noRobotsIndex: null, layout: null },
  ...{ cover: null, variables: null, condition: null, tags: null },
} as const satisfies AttributesPatch

/** Null clears an attribute; an absent attribute stays unchanged. */
export type AttributesPatch = { [Key in keyof PageAttributes]?: PageAttributes[Key] | null }

/** Returns the page with the attributes of the patch. Ignores other fields of the patch. */
export function patched<Page extends PageAttributes>(page: Page, patch: AttributesPatch): Page {
  const next = { ...page }
  for (const key of keys) {
    const value = patch[key]
    if (value === null) delete next[key]
    else if (value !== undefined) Object.assign(next, { [key]: value })
  }
  return next
}
