// @ts-check
// Loaded before the server that Node watches. Processes that it starts would inherit this, and then send it the names of their modules, which it would
// take for their answers.
delete process.env.WATCH_REPORT_DEPENDENCIES;
