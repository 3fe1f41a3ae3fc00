import { implementer } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import type { Tables } from '../database.ts'
import type { ImportsNeeds, ImportsParser } from '../imports/context.ts'
import type { GitRunNeeds } from './git-task.ts'

/** The dependencies of operations on Git repositories. */
export interface GitRoutesNeeds extends ImportsNeeds {
  git: GitRunNeeds
}

export type GitContext = ContentContext<GitRoutesNeeds, ImportsParser>

export const implement = implementer<Tables, GitContext>()
