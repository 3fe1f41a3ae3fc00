import type { links } from '@quire/document'
import { implementer, type OutboundAllow } from '@quire/kit'
import type { Parser } from '@quire/parsing'
import type { ContentContext } from '../context.ts'
import type { Tables } from '../database.ts'
import type { PagesNeeds, PagesTasks } from '../pages/context.ts'
import type { readText } from '../pages/read-text.ts'
import type { PictureTasks } from '../storage/files/files.ts'
import type { WorkspaceNeeds } from '../workspace/context.ts'
import type { keepBlocks } from './authoring/keep-blocks.ts'
import type { revertBlocks } from './authoring/revert-blocks.ts'
import type { compareTexts } from './diff/compare-texts.ts'
import type { mergeText } from './merge/merge-text.ts'

/** The dependencies of editing. */
export interface EditingNeeds extends PagesNeeds, WorkspaceNeeds {
  /** Internal addresses that files may be fetched from. */
  outboundAllow: OutboundAllow
  /** Wakes the job that brings pages of specifications up to date. */
  followSpecs: () => void
}

export type EditingTasks = PagesTasks &
  PictureTasks & {
    compareTexts: typeof compareTexts
    keepBlocks: typeof keepBlocks
    links: typeof links
    mergeText: typeof mergeText
    readText: typeof readText
    revertBlocks: typeof revertBlocks
  }
export type EditingParser = Parser<EditingTasks>

export type EditingContext = ContentContext<EditingNeeds, EditingParser>

export const implement = implementer<Tables, EditingContext>()
