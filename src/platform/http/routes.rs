//! Routes with their API description. The description is only built when the document is written: building it at each
//! start of the server would take 5 MB, and the binary already holds the document.

use std::convert::Infallible;

use axum::Router;
use axum::extract::Request;
use axum::handler::Handler;
use axum::response::IntoResponse;
use axum::routing::{MethodFilter, MethodRouter, Route};
use tower::{Layer, Service};
use utoipa::__dev::{SchemaReferences, Tags};
use utoipa::Path;
use utoipa::openapi::path::{Operation, Paths};
use utoipa::openapi::{ComponentsBuilder, HttpMethod, OpenApi, OpenApiBuilder, RefOr, Schema};

/// Adds one endpoint to the document.
type Describe = fn(&mut OpenApi);

/// Extension key in an unfinished description: the types that the handler extracts from a request, as one tuple. The
/// client's authentication and the possible refusals follow from them (`openapi::calls`).
pub const READS: &str = "x-reads";

/// Whether this build can describe its endpoints. A release prints the document it was built with, and has no code
/// for it.
pub const DESCRIBES: bool = cfg!(debug_assertions);

/// A router that can describe its endpoints.
pub struct Routes<S = ()> {
    router: Router<S>,
    describe: Vec<Describe>,
}

/// The endpoints of one path: see [`routes!`].
pub struct Described<S> {
    path: String,
    calls: MethodRouter<S>,
    describe: Vec<Describe>,
}

/// The handlers of one path, each with its `utoipa::path` attribute, which holds path and method.
macro_rules! routes {
    (@description $handler:ident) => { pastey::paste! { [<__path_ $handler>] } };
    (@description $module:ident :: $handler:ident) => { pastey::paste! { $module::[<__path_ $handler>] } };
    ($($first:ident $(:: $second:ident)?),+ $(,)?) => {
        $crate::platform::http::routes::Described::new()
            $(.with::<$crate::platform::http::routes::routes!(@description $first $(:: $second)?), _, _>($first $(:: $second)?))+
    };
}
pub(crate) use routes;

impl<S: Clone + Send + Sync + 'static> Default for Routes<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Clone + Send + Sync + 'static> Routes<S> {
    /// A router without endpoints.
    pub fn new() -> Self {
        Self { router: Router::new(), describe: Vec::new() }
    }

    /// Adds the endpoints of one path.
    pub fn routes(mut self, described: Described<S>) -> Self {
        self.describe.extend(described.describe);
        self.route(&described.path, described.calls)
    }

    /// Adds a route without description, which is not part of the API.
    pub fn route(self, path: &str, calls: MethodRouter<S>) -> Self {
        Self { router: self.router.route(path, calls), ..self }
    }

    /// Adds all endpoints of another router.
    pub fn merge(mut self, other: Self) -> Self {
        self.describe.extend(other.describe);
        Self { router: self.router.merge(other.router), ..self }
    }

    /// Wraps `layer` around every endpoint added so far.
    pub fn layer<L>(self, layer: L) -> Self
    where
        L: Layer<Route> + Clone + Send + Sync + 'static,
        L::Service: Service<Request, Error = Infallible> + Clone + Send + Sync + 'static,
        <L::Service as Service<Request>>::Response: IntoResponse + 'static,
        <L::Service as Service<Request>>::Future: Send + 'static,
    {
        Self { router: self.router.layer(layer), ..self }
    }

    /// Sets the state of the handlers.
    pub fn with_state<T>(self, state: S) -> Routes<T> {
        Routes { router: self.router.with_state(state), describe: self.describe }
    }

    /// The plain router.
    pub fn into_router(self) -> Router<S> {
        self.router
    }

    /// The API description. Empty unless this build [`DESCRIBES`].
    pub fn document(&self) -> OpenApi {
        let mut document = OpenApiBuilder::new().components(Some(ComponentsBuilder::new().build())).build();
        for describe in &self.describe {
            describe(&mut document);
        }
        document
    }
}

impl<S: Clone + Send + Sync + 'static> Default for Described<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Clone + Send + Sync + 'static> Described<S> {
    /// No endpoint yet.
    pub fn new() -> Self {
        Self { path: String::new(), calls: MethodRouter::new(), describe: Vec::new() }
    }

    /// Adds one handler, which `D` describes.
    pub fn with<D, H, T>(mut self, handler: H) -> Self
    where
        D: Path + SchemaReferences + for<'t> Tags<'t>,
        H: Handler<T, S>,
        T: 'static,
    {
        assert!(self.path.is_empty() || self.path == D::path(), "{} and {} are two paths", self.path, D::path());
        self.path = D::path();
        for method in D::methods() {
            self.calls = self.calls.on(filter(&method), handler.clone());
        }
        if DESCRIBES {
            self.describe.push(describe::<D, T>);
        }
        self
    }
}

fn describe<D: Path + SchemaReferences + for<'t> Tags<'t>, T>(document: &mut OpenApi) {
    let mut operation = D::operation();
    let reads = std::any::type_name::<T>();
    operation.extensions.get_or_insert_default().insert(READS.to_owned(), reads.into());
    operation.tags.get_or_insert_default().extend(D::tags().into_iter().map(str::to_owned));
    let mut schemas = Vec::new();
    D::schemas(&mut schemas);
    add(document, D::path(), D::methods(), operation, schemas);
}

/// The part that is the same for all endpoints, so that it is compiled once and not three hundred times.
fn add(
    document: &mut OpenApi,
    path: String,
    methods: Vec<HttpMethod>,
    operation: Operation,
    schemas: Vec<(String, RefOr<Schema>)>,
) {
    let mut described = Paths::new();
    described.add_path_operation(&path, methods, operation);
    document.paths.merge(described);
    let known = &mut document.components.get_or_insert_default().schemas;
    for (name, schema) in schemas {
        // Two different schemas of one name would be described as one of them.
        assert!(known.get(&name).is_none_or(|other| *other == schema), "{path} has another {name} than a call before");
        known.insert(name, schema);
    }
}

fn filter(method: &HttpMethod) -> MethodFilter {
    match method {
        HttpMethod::Get => MethodFilter::GET,
        HttpMethod::Put => MethodFilter::PUT,
        HttpMethod::Post => MethodFilter::POST,
        HttpMethod::Head => MethodFilter::HEAD,
        HttpMethod::Patch => MethodFilter::PATCH,
        HttpMethod::Trace => MethodFilter::TRACE,
        HttpMethod::Delete => MethodFilter::DELETE,
        HttpMethod::Options => MethodFilter::OPTIONS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    mod one {
        #[derive(utoipa::ToSchema)]
        #[allow(dead_code)]
        pub struct Body {
            word: String,
        }
    }

    mod other {
        #[derive(utoipa::ToSchema)]
        #[allow(dead_code)]
        pub struct Body {
            number: i64,
        }
    }

    #[utoipa::path(get, path = "/one", tag = "ones", responses((status = 200, body = one::Body)))]
    async fn get_one() {}

    #[utoipa::path(post, path = "/one")]
    async fn change_one() {}

    #[utoipa::path(get, path = "/other", responses((status = 200, body = other::Body)))]
    async fn get_other() {}

    #[test]
    #[cfg(debug_assertions)]
    fn calls_of_one_path_are_described_with_their_bodies() {
        let document = Routes::<()>::new().routes(routes!(get_one, change_one)).document();
        let item = &document.paths.paths["/one"];
        assert!(item.post.is_some());
        assert_eq!(item.get.as_ref().and_then(|call| call.tags.clone()), Some(vec!["ones".to_owned()]));
        assert!(document.components.unwrap_or_default().schemas.contains_key("Body"));
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "/other has another Body than a call before")]
    fn two_schemas_with_one_name_are_reported() {
        Routes::<()>::new().routes(routes!(get_one)).routes(routes!(get_other)).document();
    }

    #[test]
    #[should_panic(expected = "/one and /other are two paths")]
    fn routes_with_two_paths_are_reported() {
        Routes::<()>::new().routes(routes!(get_one, get_other));
    }
}
