import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const name = '.quire-publish.json'

const Publication = z.object({
  site: z.string(),
  /** Ids by key. */
  spaces: z.record(z.string(), z.string()),
  sections: z.record(z.string(), z.string()),
  groups: z.record(z.string(), z.string()),
})
/** The ids of what a folder was published as. */
export type Publication = z.output<typeof Publication>

const Record = z.record(z.string(), Publication)

/** The publications of a folder, by server and organization. */
export interface PublicationRecord {
  /** Undefined if the folder was not published there before. */
  publication: Publication | undefined
  /** Replaces the publication. */
  write(publication: Publication): Promise<void>
}

/**
 * Opens the record of a folder's publications, a file beside its `docs.yaml`: titles and paths may change, and the keys of
 * the file are known to no server. Throws one line if it is damaged.
 */
export async function openRecord(folder: string, url: string, organization: string): Promise<PublicationRecord> {
  const path = join(folder, name)
  const text = await readFile(path, 'utf8').catch(() => '{}')
  const all = recordIn(text)
  if (!all) throw new Error(`${path} is damaged: restore it, or delete it to publish the folder as another site.`)
  const key = `${url} ${organization}`
  return {
    publication: all[key],
    write: (publication) => writeFile(path, `${JSON.stringify({ ...all, [key]: publication }, null, 2)}\n`),
  }
}

function recordIn(text: string): z.output<typeof Record> | undefined {
  try {
    return Record.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
