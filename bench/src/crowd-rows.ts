/** Names as people have them; the person in the middle has one that nobody shares. */
const firstNames =
  'Ada,Alan,Barbara,Claude,Dorothy,Edsger,Frances,Grace,Hedy,Ivan,Joan,Katherine,Leslie,Margaret,Niklaus,Ole,Peter,' +
  'Radia,Sophie,Tim,Ursula,Vint,Whitfield,Xenia,Yukihiro,Zuse,Bjarne,Carol,Donald,Evelyn,Fernando,Guido,Hal,Ingrid,' +
  'Jean,Konrad,Lynn,Maurice,Nancy,Olga'
const surnameStarts = 'Ash,Black,Brook,Clay,Dun,East,Fair,Green,Hart,King,Lang,Mill,North,Oak,Park,Red,Stan,Thorn,West'
const surnameEnds = 'bourne,bury,by,den,field,ford,ham,ley,low,more,stead,ton,well,worth,wick'
const unshared = 'Quackenbush'

/** Searches that match one person, one in forty, and all. */
export const searches = { rare: unshared, some: 'dorothy', common: 'example.com' }

/** Ids that sort by number and have the 26 characters of real ones; `start` differs between organizations. */
export const idOf = (start: string, kind: 'U' | 'M' | 'T', number: number) =>
  `${start}${kind}${String(number).padStart(10, '0')}`
/** The same of an SQL expression; $1 is the start. */
const id = (kind: 'U' | 'M' | 'T', number: string) => `$1 || '${kind}' || lpad((${number})::text, 10, '0')`
/** The element of a list that a number leads to. */
const element = (list: string, number: string) =>
  `(string_to_array('${list}', ','))[1 + ${number} % ${list.split(',').length}]`

/** People and their memberships, oldest first. $1 start of ids, $2 organization, $3 how many; each is in two teams. */
export const people = `
  with person as (
    insert into "user" (id, display_name, email)
    select ${id('U', 'number')}, first || ' ' || last, lower(first || '.' || last || number || '@' || $1 || '.example.com')
    from generate_series(1, $3::int) number, lateral (
      select
        ${element(firstNames, 'number')} as first,
        case when number = $3 / 2 then '${unshared}'
        else ${element(surnameStarts, '(number / 40)')} || ${element(surnameEnds, '(number / 760)')} end as last
    ) named
    returning id, display_name, email, right(id, 10)::int as number
  )
  insert into member
    (id, version, organization_id, user_id, role, joined_at, last_seen_at, teams, search)
  select
    ${id('M', 'number')}, 3, $2, id,
    case when number % 50 = 0 then null when number % 10 = 1 then 'edit' else 'read' end,
    now() - interval '1 minute' * ($3 - number),
    case when number % 5 < 3 then now() - interval '1 second' * (number::bigint * 7919 % 1000000) end,
    2, lower(display_name || chr(10) || email)
  from person`

/** $1 start of ids, $2 organization, $3 how many teams, $4 how many members: all teams have as many. */
export const teams = `
  insert into team (id, version, organization_id, title, members)
  select ${id('T', 'number')}, 2, $2, 'Team ' || number, 2 * $4::int / $3::int
  from generate_series(1, $3::int) number`

export const teamMembers = `
  insert into team_member (team_id, member_id, version, organization_id, user_id, role)
  select
    ${id('T', '1 + (number + second * $3::int / 2) % $3::int')}, ${id('M', 'number')}, 2, $2, ${id('U', 'number')},
    case when number % 50 = 0 then 'owner' else 'member' end
  from generate_series(1, $4::int) number, generate_series(0, 1) second`
