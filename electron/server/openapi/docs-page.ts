import { API_BASE } from '../../../shared/api/common.ts';

/** Where the page lies. */
export const DOCS_PATH = '/api-docs';

/** The page that shows the API to a browser. Every part of it comes from this server. */
export const DOCS_HTML = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Tributary API</title>
    <link rel="icon" href="${DOCS_PATH}/static/favicon-32x32.png" type="image/png" />
    <link rel="stylesheet" href="${DOCS_PATH}/static/swagger-ui.css" />
  </head>
  <body>
    <div id="api"></div>
    <script src="${DOCS_PATH}/static/swagger-ui-bundle.js"></script>
    <script src="${DOCS_PATH}/start.js"></script>
  </body>
</html>
`;

/** Starts the viewer. A file of its own, since the page may run no inline script. */
export const DOCS_SCRIPT = `window.SwaggerUIBundle({
  url: '${API_BASE}/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  // Shows each operation closed: the page is a list first.
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  // The viewer would otherwise call a validator on the internet.
  validatorUrl: null,
});
`;
