import type { PrecedenceCase, Role, ScopeRules, Step } from './precedence.ts'

interface More {
  later?: Step[]
  /** My teams. Default: the teams that have rules. */
  teams?: ('a' | 'b')[]
  disabled?: boolean
}

type CaseRow = [title: string, role: Role, scopes: ScopeRules[], decision: string, more?: More]

/** A space or collection without rules. */
const silent: ScopeRules = {}

/**
 * Cases of levels (docs/interface.md#levels). A case names my organization role, then the scopes: first the space or
 * collection in question, then the collections around it. A scope has the rules for me and for my teams a and b, and its
 * default level. The result is my level and its source: `me`, `a`, `b` or `default` on a scope, or my `role`.
 */
// biome-ignore format: a table is read line by line
const lines: CaseRow[] = [
  // The organization role, if there is no rule.
  ['a reader reads', 'read', [silent], 'read by role'],
  ['a commenter comments', 'comment', [silent], 'comment by role'],
  ['an editor edits', 'edit', [silent], 'edit by role'],
  ['a reviewer reviews', 'review', [silent], 'review by role'],
  ['a creator creates', 'create', [silent], 'create by role'],
  ['the role reaches through silent collections', 'edit', [silent, silent, silent], 'edit by role'],
  ['a guest has no role to fall back on', null, [silent], 'none'],
  ['a guest has none through collections either', null, [silent, silent], 'none'],

  // A rule for me on the scope itself decides before all else.
  ['a rule for me raises', 'read', [{ me: 'edit' }], 'edit by me@0'],
  ['a rule for me lowers', 'create', [{ me: 'read' }], 'read by me@0'],
  ['a rule of none closes', 'create', [{ me: 'none' }], 'none'],
  ['a rule for me beats a stronger team', 'read', [{ me: 'comment', a: 'admin' }], 'comment by me@0'],
  ['a rule of none beats a team', 'read', [{ me: 'none', a: 'admin' }], 'none'],
  ['a rule for me beats a team that is closed out', 'read', [{ me: 'edit', a: 'none' }], 'edit by me@0'],
  ['a rule for me opens what is closed by default', 'read', [{ me: 'read', default: 'none' }], 'read by me@0'],
  ['a rule for me beats a stronger default', 'read', [{ me: 'comment', default: 'create' }], 'comment by me@0'],
  ['a rule for me gives admin in one place', 'read', [{ me: 'admin' }], 'admin by me@0'],

  // Teams: the strongest on one scope.
  ['of several teams the strongest counts', 'read', [{ a: 'comment', b: 'review' }], 'review by b@0'],
  ['of two as strong the first is named', 'read', [{ a: 'edit', b: 'edit' }], 'edit by a@0'],
  ['a closed team does not spoil another', 'read', [{ a: 'none', b: 'edit' }], 'edit by b@0'],
  ['only closed teams close', 'create', [{ a: 'none', b: 'none' }], 'none'],
  ['a team beats a stronger default', 'read', [{ a: 'comment', default: 'create' }], 'comment by a@0'],
  ['a team opens what is closed by default', 'read', [{ a: 'read', default: 'none' }], 'read by a@0'],
  ['a team lowers the role', 'create', [{ a: 'read' }], 'read by a@0'],
  ['a team that I am not in gives nothing', 'read', [{ a: 'admin' }], 'read by role', { teams: ['b'] }],
  ['a team that I am not in closes nothing', 'edit', [{ a: 'none' }], 'edit by role', { teams: [] }],

  // The default level.
  ['a default level raises', 'read', [{ default: 'edit' }], 'edit by default@0'],
  ['a default level lowers', 'create', [{ default: 'read' }], 'read by default@0'],
  ['a default level of none closes', 'create', [{ default: 'none' }], 'none'],
  ['a default level makes admins', 'read', [{ default: 'admin' }], 'admin by default@0'],
  ['a default level beats all of the collection', 'read', [{ default: 'comment' }, { me: 'admin', a: 'admin', default: 'admin' }], 'comment by default@0'],
  ['a closed default beats a rule on the collection', 'read', [{ default: 'none' }, { me: 'edit' }], 'none'],

  // The collections around, nearest first.
  ['a rule on the collection reaches in', 'read', [silent, { me: 'edit' }], 'edit by me@1'],
  ['a team’s rule on the collection reaches in', 'read', [silent, { a: 'edit' }], 'edit by a@1'],
  ['the default of the collection reaches in', 'read', [silent, { default: 'review' }], 'review by default@1'],
  ['a closed collection closes', 'create', [silent, { default: 'none' }], 'none'],
  ['a rule of none on the collection closes', 'create', [silent, { me: 'none' }], 'none'],
  ['a team closed out of the collection is out', 'create', [silent, { a: 'none' }], 'none'],
  ['the nearer collection decides', 'read', [silent, { default: 'comment' }, { me: 'admin' }], 'comment by default@1'],
  ['the farther decides where the nearer is silent', 'read', [silent, silent, { a: 'edit', default: 'none' }], 'edit by a@2'],
  ['a weak rule here beats a strong one further up', 'edit', [{ me: 'read' }, { me: 'admin' }], 'read by me@0'],
  ['a team here beats me on the collection', 'read', [{ a: 'comment' }, { me: 'admin' }], 'comment by a@0'],
  ['a closed team here beats me on the collection', 'edit', [{ a: 'none' }, { me: 'admin' }], 'none'],
  ['a rule here opens within a closed collection', 'read', [{ me: 'read' }, { me: 'none', default: 'none' }], 'read by me@0'],
  ['three places up still counts', 'read', [silent, silent, silent, { default: 'create' }], 'create by default@3'],
  ['the grandparent opens what its parent closes', 'read', [silent, { me: 'edit' }, { default: 'none' }], 'edit by me@1'],

  // Guests: rules for them or their teams only.
  ['a guest gets nothing from a default level', null, [{ default: 'admin' }], 'none'],
  ['a guest gets nothing from the default of a collection', null, [silent, { default: 'edit' }], 'none'],
  ['a guest has what is given in person', null, [{ me: 'edit', default: 'read' }], 'edit by me@0'],
  ['a guest has what is given to a team', null, [{ a: 'comment', default: 'none' }], 'comment by a@0'],
  ['a guest has what is given on the collection', null, [silent, { me: 'read' }], 'read by me@1'],
  ['a guest has what a team is given two places up', null, [silent, silent, { a: 'review' }], 'review by a@2'],
  ['a rule for a guest beats the default beside it', null, [silent, { a: 'read', default: 'admin' }], 'read by a@1'],
  ['what is closed stays closed to a guest of its collection', null, [{ default: 'none' }, { me: 'edit' }], 'none'],
  ['an explicit default is no way around for a guest', null, [{ default: 'read' }, { me: 'edit' }], 'none'],

  // Administrators and the disabled.
  ['an administrator is admin', 'admin', [silent], 'admin by role'],
  ['an administrator is not lowered by a rule', 'admin', [{ me: 'read' }], 'admin by role'],
  ['an administrator is not closed out', 'admin', [{ me: 'none', a: 'none', default: 'none' }, { me: 'none', default: 'none' }], 'admin by role'],
  ['a disabled member has nothing', 'edit', [silent], 'none', { disabled: true }],
  ['a disabled administrator has nothing', 'admin', [silent], 'none', { disabled: true }],
  ['no rule helps the disabled', 'read', [{ me: 'admin', a: 'admin', default: 'admin' }], 'none', { disabled: true }],
  ['a disabled guest has nothing', null, [{ me: 'edit' }], 'none', { disabled: true }],

  // Later changes count at once.
  ['who is enabled again has what they had', 'read', [{ me: 'edit' }], 'edit by me@0', { disabled: true, later: [{ disabled: false }] }],
  ['who becomes disabled has nothing', 'read', [{ me: 'edit' }], 'none', { later: [{ disabled: true }] }],
  ['who is no administrator any more falls back on the rules', 'admin', [{ a: 'comment' }], 'comment by a@0', { later: [{ become: 'edit' }] }],
  ['who becomes a guest loses the default level', 'edit', [{ default: 'edit' }], 'none', { later: [{ become: null }] }],
  ['who is raised in the organization stays closed out', 'read', [{ me: 'none' }], 'none', { later: [{ become: 'create' }] }],
  ['who leaves a team loses what it has', 'read', [{ a: 'admin' }], 'read by role', { later: [{ leave: 'a' }] }],
  ['who leaves one of two teams has what the other has', null, [{ a: 'edit', b: 'read' }], 'read by b@0', { later: [{ leave: 'a' }] }],
  ['who leaves a team is no longer closed out with it', 'edit', [{ a: 'none' }], 'edit by role', { later: [{ leave: 'a' }] }],
  ['who joins a team has what it has', null, [{ a: 'review' }], 'review by a@0', { teams: [], later: [{ join: 'a' }] }],
  ['a team that is deleted gives nothing', null, [{ a: 'edit' }], 'none', { later: [{ dissolve: 'a' }] }],
  ['a team that is deleted closes nothing', 'edit', [{ a: 'none' }, { me: 'review' }], 'review by me@1', { later: [{ dissolve: 'a' }] }],
  ['who is removed has nothing', 'edit', [{ me: 'admin' }], 'none', { later: ['remove'] }],
  ['who comes back starts clean', 'edit', [{ me: 'admin', a: 'admin' }], 'read by role', { later: [{ comeBack: 'read' }] }],
  ['who comes back as a guest has nothing', 'edit', [{ me: 'admin' }], 'none', { later: [{ comeBack: null }] }],
  ['who comes back is not closed out any more', 'edit', [{ me: 'none' }], 'edit by role', { later: [{ comeBack: 'edit' }] }],
  ['a rule that is taken away uncovers the next', 'read', [{ me: 'none', a: 'edit' }], 'edit by a@0', { later: [{ at: 0, me: null }] }],
  ['a team’s rule that is taken away uncovers the collection', 'read', [{ a: 'edit' }, { me: 'comment' }], 'comment by me@1', { later: [{ at: 0, a: null }] }],
  ['a default level that inherits again uncovers the collection', 'read', [{ default: 'none' }, { default: 'edit' }], 'edit by default@1', { later: [{ at: 0, default: 'inherit' }] }],
  ['a collection that is closed later closes', 'edit', [silent, silent], 'none', { later: [{ at: 1, default: 'none' }] }],
  ['a rule that is changed counts as changed', 'read', [silent, { a: 'admin' }], 'comment by a@1', { later: [{ at: 1, a: 'comment' }] }],
  ['what moves loses the rules of where it was', 'read', [silent, { me: 'admin' }], 'read by role', { later: [{ move: [] }] }],
  ['what moves gets the rules of where it is', 'read', [silent, silent], 'edit by me@1', { later: [{ move: [{ me: 'edit' }] }] }],
  ['what moves keeps its own rules', 'read', [{ a: 'edit' }, { me: 'admin' }], 'edit by a@0', { later: [{ move: [{ default: 'none' }] }] }],
  ['what moves into a closed collection is closed', 'create', [silent], 'none', { later: [{ move: [silent, { default: 'none' }] }] }],
  ['what its collection takes along is gone', 'admin', [{ me: 'admin' }, silent], 'none', { later: [{ delete: 1 }] }],
  ['a collection that is deleted counts no more for what left it', 'read', [silent, { default: 'none' }], 'read by role', { later: [{ move: [] }, { delete: 1 }] }],
]

export const precedenceCases: PrecedenceCase[] = lines.map(([title, role, scopes, decision, more = {}]) => ({
  title,
  role,
  scopes,
  decision,
  disabled: more.disabled ?? false,
  teams: more.teams ?? (['a', 'b'] as const).filter((name) => scopes.some((scope) => scope[name] !== undefined)),
  later: more.later ?? [],
}))
