import { links } from '@quire/document'
import { isWithoutLinks } from '../pages/plain-text.ts'
import { noTargets, type TextTargets, targetsOf } from '../pages/resolve-target.ts'

/** Reads the targets of a text. Throws DocumentError beyond the limits. */
export const readTargets = (markdown: string): TextTargets =>
  isWithoutLinks(markdown) ? noTargets : targetsOf(links(markdown))
