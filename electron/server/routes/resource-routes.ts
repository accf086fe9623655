import type { ResourceServices } from '../services/resource-services.ts';
import { apiKeyRoutes } from './api-key-routes.ts';
import { assistantRoutes } from './assistant-routes.ts';
import { credentialRoutes } from './credential-routes.ts';
import { feedbackRoutes } from './feedback-routes.ts';
import type { ApiApp } from './operation.ts';
import { toolRoutes } from './tool-routes.ts';
import { variableRoutes } from './variable-routes.ts';

/** The routes of the small resources. */
export function resourceRoutes(app: ApiApp, services: ResourceServices): void {
  toolRoutes(app, services.tools);
  variableRoutes(app, services.variables);
  assistantRoutes(app, services.assistants);
  feedbackRoutes(app, services.feedback);
  apiKeyRoutes(app, services.apiKeys);
  credentialRoutes(app, services.credentials);
}
