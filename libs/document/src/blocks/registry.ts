import type { BlockMap } from '../nodes/nodes.ts'
import { blockquote } from './blockquote.ts'
import { code } from './code.ts'
import { columns } from './columns.ts'
import { contentRef } from './content-ref.ts'
import { divider } from './divider.ts'
import { drawing } from './drawing.ts'
import { embed } from './embed.ts'
import { expandable } from './expandable.ts'
import { file } from './file.ts'
import { headings } from './heading.ts'
import { hint } from './hint.ts'
import { condition } from './if.ts'
import { images } from './images.ts'
import { integration } from './integration.ts'
import type { BlockKind } from './kind.ts'
import { lists } from './list.ts'
import { math } from './math.ts'
import { openApi } from './openapi.ts'
import { paragraph } from './paragraph.ts'
import { prompt } from './prompt.ts'
import { reusableContent } from './reusable-content.ts'
import { stepper } from './stepper.ts'
import { table } from './table.ts'
import { tabs } from './tabs.ts'
import { updates } from './updates.ts'

/** The kind of each block type: reading, writing and checks of a tree follow from it. */
export const blockKinds: { readonly [Type in keyof BlockMap]: BlockKind<Type> } = {
  paragraph,
  ...headings,
  ...lists,
  divider,
  blockquote,
  hint,
  ...code,
  math,
  ...images,
  drawing,
  embed,
  file,
  'content-ref': contentRef,
  'reusable-content': reusableContent,
  integration,
  expandable,
  ...tabs,
  ...stepper,
  if: condition,
  ...columns,
  ...updates,
  prompt,
  table,
  ...openApi,
}
