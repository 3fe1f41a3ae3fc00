/** Elements of lines that say nothing which the tree has a place for. */
const lines = new Set(
  (
    'a abbr acronym b bdi bdo big button cite code data del dfn em font i img ins kbd label mark output picture q ruby ' +
    'rb rp rt s samp small source span strike strong sub sup time tt u var wbr br'
  ).split(' '),
)

/** Elements around blocks that say nothing about them: their blocks are read as if they stood alone. */
const transparent = new Set(
  (
    'address article aside body caption center col colgroup dd dir div dl dt fieldset figcaption figure footer form ' +
    'header hgroup html legend li main menu nav noscript p search section summary table tbody td tfoot th thead tr ul ol ' +
    'details blockquote h1 h2 h3 h4 h5 h6 pre hr option optgroup select input progress meter'
  ).split(' '),
)

/** Elements of which readers see nothing, or nothing that is words. */
const hidden = new Set(
  'audio base canvas embed head iframe link map area math meta object param script style svg template textarea title video'.split(
    ' ',
  ),
)

/** True for elements that are parts of a line of words. */
export const isLineElement = (name: string): boolean => lines.has(name)
/** True for elements whose inside is read without them, unless a block reads them. */
export const isTransparent = (name: string): boolean => transparent.has(name)
/** True for elements whose inside is left out, unless a block reads them. */
export const isHidden = (name: string): boolean => hidden.has(name)
