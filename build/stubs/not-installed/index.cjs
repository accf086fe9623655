// transformers.js asks for sharp when it is loaded, so that it can read pictures: here it reads text only.
module.exports = function notInstalled() {
  throw new Error('Tributary is installed without this package, which nothing in it uses.');
};
