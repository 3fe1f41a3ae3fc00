import type { AddressesWords } from './en.ts'

export const es: AddressesWords = {
  // Its domain
  domain: 'Dominio',
  domainLead:
    'El sitio puede leerse en un host propio. Hasta que el DNS demuestre que es suyo, sigue en su dirección de aquí.',
  onlyAdministrators: 'Los administradores de la organización definen el dominio.',
  hostname: 'Host',
  hostnameHint: 'Tres partes o más, como docs.example.com.',
  removeHostname: 'Quitar',
  removeHostnameQuestion: (hostname) => `¿Quitar ${hostname}?`,
  removeHostnameHint: 'El sitio vuelve a leerse en su dirección de aquí, y otros pueden usar el host.',
  records: 'Registros DNS',
  recordsHint: 'Cree uno de estos registros donde se administra el dominio.',
  recordHint: 'Cree este registro donde se administra el dominio.',
  recordName: 'Nombre',
  recordValue: 'Valor',
  checkNow: 'Comprobar ahora',
  waiting: 'Esperando al DNS',
  taken: 'En uso por otro sitio',
  states: { dns_passed: 'Verificado' },
  verifiedHint: 'El sitio se lee en este host. Conserve el registro.',
  stateHints: {
    dns_passed: 'El DNS tiene el registro.',
    dns_wrong_cname: 'El host apunta a otro lugar.',
    dns_no_cname: 'Todavía no hay registro. Los cambios del DNS pueden tardar unas horas.',
    internal_error: 'El DNS no ha respondido.',
    unknown: 'Todavía no se ha preguntado al DNS.',
  },

  // Its redirects
  redirects: 'Redirecciones',
  redirectsLead:
    'Lleve rutas antiguas del sitio a otros lugares. Las páginas que se movieron o renombraron aquí redirigen por sí solas.',
  addRedirect: 'Añadir una redirección',
  pasteRedirects: 'Pegar una lista',
  pasteHint:
    'Una línea para cada una: la ruta antigua, la ruta de una página o una dirección, y «permanent» si los navegadores pueden recordarla. Separadas por comas, puntos y comas o tabuladores.',
  lines: 'Redirecciones',
  faultyLines: (numbers, count) => (count === 1 ? `Omitida: línea ${numbers}.` : `Omitidas: líneas ${numbers}.`),
  lineFaults: {
    source: 'La ruta antigua debe ser una ruta del sitio, sin «*».',
    'no-target': 'No hay ningún destino después de la ruta antigua.',
    address: 'El destino debe ser la ruta de una página o una dirección con https:// o http://.',
    'no-page': 'Ninguna página del sitio tiene la ruta del destino.',
  },
  hidesPage: (page) => `«${page}» está en esta ruta. Los visitantes serán redirigidos y ya no llegarán a la página.`,
  hidesPages: (count) =>
    count === 1
      ? 'Hay una página en una de estas rutas. Los visitantes ya no llegarán a ella allí:'
      : `Hay páginas en ${count} de estas rutas. Los visitantes ya no llegarán a ellas allí:`,
  andMore: (count) => `y ${count} más`,
  readingPages: (read, of) => `Leyendo las páginas del sitio: ${read} de ${of} espacios…`,
  unreadSpaces: (count) =>
    count === 1
      ? 'No se han podido leer las páginas de un espacio: sus rutas no se encuentran.'
      : `No se han podido leer las páginas de ${count} espacios: sus rutas no se encuentran.`,
  savingRedirects: (sent, of) => `${sent} de ${of} redirecciones enviadas…`,
  saveRedirects: (count) => (count === 1 ? 'Guardar 1 redirección' : `Guardar ${count} redirecciones`),
  noRedirects: 'Todavía no hay redirecciones',
  noRedirectsHint: 'Añada una por cada dirección anterior que aún se siga, o pegue una lista.',
  findRedirect: 'Buscar por ruta o dirección',
  noRedirectsFound: 'Ninguna redirección tiene esto en su ruta o dirección.',
  draft: 'Borrador',
  permanent: 'Permanente',
  editRedirect: (source) => `Editar ${source}`,
  removeRedirect: (source) => `Eliminar ${source}`,
  redirectRemoved: (source) => `Se ha eliminado la redirección de ${source}.`,
  source: 'Ruta antigua',
  sourceHint: 'Desde el inicio del sitio, como /old/page.',
  leadsTo: 'Lleva a',
  lostTargets: {
    'site-page': 'La página se eliminó. Elija otra.',
    'site-space': 'El espacio ya no está en el sitio. Elija otro.',
    'site-section': 'La sección se eliminó. Elija otra.',
  },
  targets: { 'site-page': 'Página', 'site-space': 'Espacio', 'site-section': 'Sección', external: 'Dirección' },
  targetAddress: 'Dirección',
  permanentLabel: 'Permanente: navegadores y buscadores pueden recordarla',
}
