import type { SitesWords } from './en.ts'

export const es: SitesWords = {
  // The list
  newSite: 'Nuevo sitio',
  noSites: 'Todavía no hay sitios',
  noSitesHint: 'Publique un espacio como sitio: elija el espacio o una plantilla, y quién puede leerlo.',
  noSitesReader: 'Quien puede crear contenido en esta organización puede publicar un espacio como sitio.',
  published: 'Publicado',
  unpublished: 'Sin publicar',
  publish: 'Publicar',
  unpublish: 'Retirar',
  openSite: (title) => `Abrir ${title}`,

  // A new site
  steps: ['Contenido', 'Título y público', 'Publicar'],
  source: 'Empezar con',
  fromSpace: 'Un espacio',
  fromTemplate: 'Una plantilla',
  fromSpaceHint: 'El sitio muestra las páginas del espacio y sigue cada uno de sus cambios.',
  template: 'Plantilla',
  titleHint: 'Está sobre cada página. La dirección del sitio se forma con él.',
  back: 'Atrás',
  next: 'Siguiente',
  createAndPublish: 'Crear y publicar',
  siteIsPublished: 'El sitio está publicado',
  siteIsPublishedHint: 'Todas las personas a las que va dirigido ya pueden leerlo en su dirección.',
  openTheSite: 'Abrir el sitio',
  manageSite: 'Configurarlo',

  // Who may read it
  audience: 'Quién puede leerlo',
  audiences: {
    public: 'Todo el mundo',
    unlisted: 'Quien tenga la dirección',
    'share-link': 'Quien tenga un enlace compartido',
    members: 'Quien pueda leerlo en la organización',
    'visitor-auth': 'Visitantes que inician sesión',
  },
  audienceHints: {
    public: 'Todo el mundo puede leerlo, y los buscadores lo encuentran.',
    unlisted: 'Quien conozca la dirección puede leerlo; se pide a los buscadores que no lo incluyan.',
    'share-link': 'Cada enlace tiene una clave que nadie puede adivinar. Puede revocar uno y conservar los demás.',
    members:
      'Los miembros e invitados lo abren con el inicio de sesión de esta consola y ven las partes que pueden leer.',
    'visitor-auth': 'Un sistema propio inicia la sesión de los visitantes y responde por ellos con un token firmado.',
  },

  // A site
  partsOfSite: 'Partes del sitio',
  parts: {
    overview: 'Resumen',
    structure: 'Estructura',
    customization: 'Apariencia',
    audience: 'Público',
    domain: 'Dominio',
    redirects: 'Redirecciones',
    adaptive: 'Contenido adaptable',
    mcp: 'Servidores MCP',
  },
  overviewLead: 'Dónde está el sitio, y quién lee qué en él.',
  address: 'Dirección',
  keyedHints: {
    'share-link': 'El sitio se lee en las direcciones de sus enlaces compartidos, en «Público».',
    'visitor-auth': 'El sitio se lee con un token de su sistema. En «Público» está lo que hace falta.',
  },
  unpublishedHint: 'Nadie lee el sitio todavía. Configúrelo antes si quiere, y publíquelo después.',
  unpublishedReader: 'Nadie lee el sitio todavía: no está publicado.',
  notPublished: (title) => `${title} no se ha publicado`,
  onlyForManagers: 'Solo quien puede crear contenido en esta organización puede cambiar el sitio.',
  changeIt: 'Cambiar',
  setIt: 'Definir',
  show: 'Mostrar',
  noDomain: 'Ninguno propio',
  createdAt: 'Creado',

  // Its settings
  settingsLead: 'El nombre y la dirección del sitio, y cómo eliminarlo.',
  basename: 'Nombre en la dirección',
  basenameHint: 'Letras minúsculas, cifras y guiones. Los nombres anteriores llevan al nuevo.',
  agents: 'Respuestas de asistentes',
  agentsHint: 'Si las preguntas hechas en Quire se responden también con este sitio.',
  agentsIncluded: 'Pueden usar este sitio',
  agentsExcluded: 'No pueden usar este sitio',
  unpublishHint:
    'Nadie puede leer ya el sitio, en ninguna de sus direcciones. No se pierde nada; puede publicarlo otra vez.',
  unpublishQuestion: (title) => `¿Retirar ${title}?`,
  removeSite: 'Eliminar el sitio',
  removeSiteHint: 'Su dirección, su apariencia y sus redirecciones se pierden para siempre. Sus espacios permanecen.',
  removeSiteQuestion: (title) => `¿Eliminar ${title}?`,
}
