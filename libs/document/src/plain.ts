// The parts that need no parser, so that a service loads none before it reads a text.
export { DocumentError, type DocumentErrorCode } from './errors.ts'
export { type FrontMatter, parseFrontMatter, withFrontMatter } from './front-matter.ts'
export { MAX_LENGTH } from './limits.ts'
export type { Link } from './links.ts'
export { pagePaths, resolvePath } from './paths.ts'
export { rewriteLinks } from './rewrite-links.ts'
export { classifyUrl, isSafeUrl, type LinkKind, type LinkTarget } from './urls.ts'
