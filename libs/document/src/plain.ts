// What needs no parser: a service that reads no text yet loads none.
export { DocumentError, type DocumentErrorCode } from './errors.ts'
export { type FrontMatter, parseFrontMatter, withFrontMatter } from './front-matter.ts'
export { MAX_LENGTH } from './limits.ts'
export type { Link } from './links.ts'
export { pagePaths, resolvePath } from './paths.ts'
export { rewriteLinks } from './rewrite-links.ts'
export { classifyUrl, isSafeUrl, type LinkKind, type LinkTarget } from './urls.ts'
