import type { RootContent } from 'mdast'
import { z } from 'zod'
import type { Block, BlockNode } from '../nodes/nodes.ts'
import { nothing, text } from '../nodes/shapes.ts'
import type { Group } from '../reading/groups.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { attributesOf, present } from '../reading/tag-attributes.ts'
import { around } from '../writing/write-tags.ts'
import type { WritingContext } from '../writing/writing-context.ts'
import { type BlockKind, htmlOfWords, partKind } from './kind.ts'
import { panelsOf, withPanels } from './panels.ts'

const step = z.object({ icon: text })

type Step = BlockNode<'stepper-step', typeof step> & { nodes: Block[] }
type Stepper = BlockNode<'stepper', typeof nothing> & { nodes: Step[] }

declare module '../nodes/nodes.ts' {
  interface BlockMap {
    stepper: Stepper
    'stepper-step': Step
  }
}

const kind: BlockKind<'stepper'> = {
  data: nothing,
  content: { parts: 'stepper-step' },
  stands: { current: ['document', 'cell'], next: ['column'] },
  reads: { pairs: { stepper: readStepper } },
  sample: '{% stepper %}\n{% step icon="bolt" %}\nstep\n{% endstep %}\n{% endstepper %}',
  write: writeStepper,
  html: htmlOfWords,
}

export const stepper = {
  stepper: kind,
  'stepper-step': partKind<'stepper-step'>({ data: step, content: 'blocks' }),
}

function readStepper(group: Group, reading: ReadingContext): Stepper | Block[] | undefined {
  const found = attributesOf(reading, group.open.value) && panelsOf(reading, group, 'step', 'icon')
  const nodes = found?.panels.map(({ attributes: { icon }, children }): Step => {
    const data = present({ icon: icon || undefined })
    return { object: 'block', type: 'stepper-step', data, nodes: reading.grouped(children, 'step', reading) }
  })
  return found && nodes && withPanels(found, { object: 'block', type: 'stepper', nodes }, reading)
}

function writeStepper({ nodes }: Stepper, writing: WritingContext): RootContent[] {
  const steps = nodes.flatMap(({ data: { icon }, nodes }) => around('step', { icon }, writing.blocks(nodes, writing)))
  return around('stepper', {}, steps)
}
