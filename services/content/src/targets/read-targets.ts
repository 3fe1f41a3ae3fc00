import { links } from '@quire/document'
import { isWithoutLinks } from '../pages/plain-text.ts'
import { noTargets, type TextTargets, targetsOf } from './targets.ts'

/** What a text refers to. Throws DocumentError (limits). */
export const readTargets = (markdown: string): TextTargets =>
  isWithoutLinks(markdown) ? noTargets : targetsOf(links(markdown))
