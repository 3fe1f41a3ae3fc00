// The parts that need no parser, so that a service loads none before it reads a text.

export { DocumentError } from './markdown/errors.ts'
export { cutComments, mayHaveComments } from './markdown/html-comments.ts'
export { brokenScheme, decodePercent, isSafeUrl, schemeOf } from './markdown/urls.ts'
export { refOf, urlOf } from './nodes/content-refs.ts'
export type { ContentRef } from './nodes/nodes.ts'
export { conditionalPattern, hasCondition, isConditional } from './page/conditional.ts'
export { embedded } from './page/embedded-frames.ts'
export { mayLimitAccess, parseFrontMatter, withFrontMatter, withoutBrokenFrontMatter } from './page/front-matter.ts'
export type { Link } from './page/links.ts'
export { pagePaths, resolvePath } from './page/paths.ts'
export { rewriteLinks } from './page/rewrite-links.ts'
