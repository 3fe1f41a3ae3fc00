import { sql } from 'kysely'
import { createAccessDatabase } from './testing/database.ts'
import { visibleSpaces, countVisibleSpaces, readableSpaceIds } from './visible-spaces.ts'
import { spaceLevel } from './scope-level.ts'
import { collectionLevels, spaceLevels, memberScopes } from './member-scopes.ts'
import { visibleBranches } from './space-branches.ts'
const { db, close } = await createAccessDatabase()
const q = (s: string) => sql.raw(s).execute(db)
await q(`insert into organization select 'org', false, '{}'`)
await q(`insert into member select 'm' || i, 'org', 'u' || i, case i when 0 then null when 1 then 'read' when 2 then 'admin' else 'edit' end, false, '{}' from generate_series(0, 999) i`)
await q(`insert into team select 't'||i, 'org', '{}' from generate_series(0,49) i`)
await q(`insert into team_member select 't' || (i % 50), 'm' || i from generate_series(0, 999) i`)
// 1000 collections in 3 levels; closed but 1 in 100 (col*0 by default 'none')
await q(`insert into collection select 'c' || lpad(i::text,4,'0'), 'org', case when i >= 100 then 'c' || lpad((i % 100)::text,4,'0') end, case when i < 100 then 'none' else 'inherit' end, '{}' from generate_series(0,999) i`)
// reader m1 sees c0007's tree by grant: 10 collections of 1000 => 1 in 100
await q(`insert into access_grant values ('c0007','collection','t1','team','org','read')`)
const filler = JSON.stringify({ x: 'y'.repeat(400) })
await sql`insert into space select 's' || lpad(i::text, 6, '0'), 'org', 'c' || lpad((i % 1000)::text, 4, '0'),
  case when i % 50 = 49 then 'none' when i % 2000 = 8 then 'read' else 'inherit' end,
  case when i % 50 = 49 or i % 2000 = 8 then 's' || lpad(i::text, 6, '0') else 'c' || lpad((i % 1000)::text, 4, '0') end,
  null, ${filler}::jsonb from generate_series(0, 99999) i`.execute(db)
await q(`insert into access_grant select 's' || lpad((i*200)::text,6,'0'), 'space', 't1', 'team', 'org', case when i % 10 = 0 then 'none' else 'edit' end from generate_series(0, 499) i`)
await q(`insert into access_grant select 's' || lpad(i::text,6,'0'), 'space', 'm' || (10 + i % 900), 'member', 'org', 'admin' from generate_series(0, 99999) i on conflict do nothing`)
await q('vacuum analyze')
const time = async (title: string, f: () => Promise<unknown>) => {
  await f(); const t: number[] = []
  let r: unknown
  for (let i = 0; i < 15; i++) { const a = performance.now(); r = await f(); t.push(performance.now() - a) }
  t.sort((a, b) => a - b)
  console.log(title.padEnd(50), 'p50', t[7]!.toFixed(1), 'max', t[14]!.toFixed(1), Array.isArray(r) ? `${r.length} rows` : r instanceof Map ? `${r.size}` : r)
}
const reader = { id: 'm1', organizationId: 'org', role: 'read' as const, disabled: false }
const guest = { id: 'm0', organizationId: 'org', role: null, disabled: false }
const admin = { id: 'm2', organizationId: 'org', role: 'admin' as const, disabled: false }
const measure = async () => {
for (const [name, member] of Object.entries({ reader, guest, admin })) {
  await time(`${name}: first page of 50`, () => visibleSpaces(db, { member, limit: 51 }))
  await time(`${name}: deep page`, () => visibleSpaces(db, { member, limit: 51, after: ['s090000'] }))
  await time(`${name}: last, desc`, () => visibleSpaces(db, { member, limit: 51, direction: 'desc' }))
  await time(`${name}: count`, () => countVisibleSpaces(db, { member }))
  await time(`${name}: all readable ids`, async () => (await readableSpaceIds({ member }).execute(db)).rows)
  await time(`${name}: one collection`, () => visibleSpaces(db, { member, collectionId: 'c0107', limit: 51 }))
  await time(`${name}: 50 nested`, () => spaceLevels(db, member, Array.from({ length: 50 }, (_, i) => `s${String(i * 13).padStart(6, '0')}`)))
  await time(`${name}: collections`, () => collectionLevels(db, member))
  await time(`${name}: one space`, async () => (await spaceLevel(db, { userId: `u${member.id.slice(1)}`, spaceId: 's000107' }, () => false))?.level)
}}
await measure()
const order = sql`order by s.id limit 51`
const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (analyze, buffers, costs off, timing off) with recursive ${memberScopes(reader)} select * from (${visibleBranches({ member: reader }, { condition: sql`and s.id > ${'s050000'}`, tail: order })}) visible join space s on s.id = visible.id ${order}`.execute(db)
console.log(rows.map((r) => r['QUERY PLAN']).join('\n'))
console.log('--- everything open: 1000 collections readable')
await q(`update collection set default_level = 'inherit'`); await q('vacuum analyze')
await measure()
await close()
