// transformers.js imports sharp, which reads images, at load time; here it only reads text. pdf.js looks for a canvas, to draw on.
module.exports = function notInstalled() {
  throw new Error('Tributary is installed without this package, which nothing in it uses.');
};
