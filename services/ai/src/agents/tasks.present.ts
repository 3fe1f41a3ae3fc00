import { type AgentTask, timestamp } from '@quire/contracts'
import type { toDocument } from '@quire/document'
import type { Parser } from '@quire/parsing'
import { sql as raw, type Selectable } from 'kysely'
import type { z } from 'zod'
import type { Sql } from '../database.ts'
import type { ConversationTables } from '../tables/conversations.tables.ts'

/** A task with what its text is made of. */
export type TaskRow = Pick<
  Selectable<ConversationTables['agent_task']>,
  'id' | 'organization_id' | 'cluster_id' | 'status' | 'change_request_id' | 'created_at' | 'updated_at'
> & { space_id: string; label: string; summary: string; conversations: number }

export type TaskParser = Parser<{ toDocument: typeof toDocument }>

interface Presenting {
  sql: Sql
  parser: TaskParser
  publicUrl: string
}

/** Questions, and answers given to them, that the instructions of one task quote. */
const maxQuoted = 5

export const titleOf = ({ label }: Pick<TaskRow, 'label'>) => `Answer “${label}”`

/** Presents tasks; their instructions are made of the questions that they have now. */
export async function presentTasks({ sql, parser, publicUrl }: Presenting, rows: readonly TaskRow[]) {
  const quoted = await quotedIssues(sql, rows)
  return Promise.all(
    rows.map(async (row): Promise<z.input<typeof AgentTask>> => {
      const markdown = instructions(row, quoted.get(row.cluster_id) ?? [])
      const location = `${publicUrl}/v1/orgs/${row.organization_id}/agent-tasks/${row.id}`
      return {
        object: 'agent-task',
        id: row.id,
        title: titleOf(row),
        description: describe(row),
        instructions: (await parser.run('toDocument', markdown)) as never,
        status: row.status,
        createdAt: timestamp(row.created_at),
        updatedAt: timestamp(row.updated_at),
        cluster: row.cluster_id,
        space: row.space_id,
        ...(row.change_request_id !== null && { changeRequest: row.change_request_id }),
        urls: { app: location, location },
      }
    }),
  )
}

const describe = ({ conversations, summary }: TaskRow) =>
  conversations === 0
    ? 'The documentation answers all questions of this task.'
    : `Asked in ${conversations === 1 ? 'one conversation' : `${conversations} conversations`}. ${summary}`

interface QuotedIssue {
  cluster: string
  title: string
  answer: string | null
}

function instructions(task: TaskRow, issues: readonly QuotedIssue[]): string {
  const questions = issues.map(({ title }) => `- ${plain(title)}`)
  const answers = issues.flatMap(({ answer }) => (answer === null ? [] : [`> ${plain(answer)}`]))
  return [
    `${plain(task.summary)} Write what answers it, as readers would look for it.`,
    ...(questions.length > 0 ? ['Customers asked:', questions.join('\n')] : []),
    ...(answers.length > 0 ? ['They were told, which has to be checked:', ...answers] : []),
  ].join('\n\n')
}

/** Escapes a text so that markdown reads it as the words that it is. */
const plain = (text: string) => text.replace(/\s+/g, ' ').replace(/[\\[\]{}()`*_<>&!~|$:#+.=@-]/g, '\\$&')

/** Reads the newest issues of each task. */
async function quotedIssues(sql: Sql, tasks: readonly TaskRow[]): Promise<Map<string, QuotedIssue[]>> {
  if (tasks.length === 0) return new Map()
  const { rows } = await raw<QuotedIssue>`
    select asked.id as cluster, issue.title, issue.answer
    from unnest(${tasks.map(({ cluster_id }) => cluster_id)}::text[]) as asked (id)
    cross join lateral (
      select title, answer from conversation_issue
      where cluster_id = asked.id order by created_at desc, id desc limit ${raw.lit(maxQuoted)}
    ) issue`.execute(sql)
  return Map.groupBy(rows, ({ cluster }) => cluster)
}
