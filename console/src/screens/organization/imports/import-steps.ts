import type { ContentImportRun } from '@quire/contracts'
import type { ImportsWords } from '../../../words/imports/en.ts'

type Counted = Pick<ContentImportRun, 'status' | 'step' | 'importedResources' | 'totalResources'>

/** A step of an import that is under way; its total is 0 as long as nobody knows it. */
interface ShownStep {
  name: keyof ImportsWords['steps']
  done: number
  total: number
}

/** Returns the step that an import is at; undefined for one that waits or has ended. */
export function stepOf({ status, step, importedResources, totalResources }: Counted): ShownStep | undefined {
  if (status !== 'in-progress') return undefined
  if (step) return step
  return { name: totalResources > 0 ? 'importing' : 'reading', done: importedResources, total: totalResources }
}

/** Says how far a step is. */
export const stepText = ({ name, done, total }: ShownStep, words: ImportsWords): string =>
  total > 0 ? words.stepProgress(words.steps[name], done, total) : words.steps[name]

/** Says it in tenths, so that a screen reader hears a step a few times, and not each second. */
export const announcedStep = ({ name, done, total }: ShownStep, words: ImportsWords): string =>
  total > 0 ? words.stepPercent(words.steps[name], Math.floor((10 * done) / total) * 10) : words.steps[name]
