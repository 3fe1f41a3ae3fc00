// The parts that need no parser, so that a service loads none before it reads a text.
export { refOf, urlOf } from './document/content-refs.ts'
export type { ContentRef } from './document/nodes.ts'
export { DocumentError } from './errors.ts'
export { parseFrontMatter, withFrontMatter } from './front-matter.ts'
export type { Link } from './links.ts'
export { pagePaths, resolvePath } from './paths.ts'
export { rewriteLinks } from './rewrite-links.ts'
export { decodePercent, isSafeUrl, schemeOf } from './urls.ts'
