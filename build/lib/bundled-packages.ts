/**
 * Packages that are built into the server's programs, because installing them would bring along what the product does not use: Chroma's client a
 * server of 400 MB, Qdrant's a compiler, transformers.js a library of pictures and a runtime for browsers, pdf.js a canvas,
 * LangChain 200 MB, of which a hundredth is used. zod is, because only what is used
 * of it is built in: each thread of the server takes 10 MB less without its texts in 50 languages. They are development packages. (The layer rules name
 * them too.)
 */
export const bundledPackages: readonly string[] = [
  'chromadb',
  '@qdrant/js-client-rest',
  '@qdrant/openapi-typescript-fetch',
  '@huggingface/transformers',
  'pdfjs-dist',
  'zod',
  '@langchain/anthropic',
  '@langchain/core',
  '@langchain/google-genai',
  '@langchain/groq',
  '@langchain/mistralai',
  '@langchain/ollama',
  '@langchain/openai',
  // What these bring along.
  '@anthropic-ai/sdk',
  '@babel/runtime',
  '@cfworker/json-schema',
  '@google/generative-ai',
  '@mistralai/mistralai',
  '@stablelib/base64',
  '@standard-schema/spec',
  'eventemitter3',
  'fast-sha256',
  'groq-sdk',
  'json-schema-to-ts',
  'langsmith',
  'mustache',
  'ollama',
  'openai',
  'p-finally',
  'p-queue',
  'p-timeout',
  'standardwebhooks',
  'ts-algebra',
  'whatwg-fetch',
  'ws',
  'zod-to-json-schema',
];
